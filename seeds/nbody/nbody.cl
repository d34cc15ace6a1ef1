// All-pairs n-body: how n bodies attract each of m. All m are among the n, or m is the part of them
// that this time step, or this device, moves.
//
//   acceleration[i] = sum over j of mass[j] * d / (|d|^2 + softening)^(3/2),  d = place[j] - own[i]
//
// A work-item sums for UNITS bodies, a group's size apart, and walks through all n bodies in order:
// at any time all work-items read the same body. n is a multiple of TILE.
//
//   GROUP         work-items of a group
//   UNITS         bodies that a work-item sums for (register tile)
//   TILE          bodies that are staged at once
//   COPY          floats that one load of a batched copy moves: 1 or 4 (PLANES and ARRAYS)
//   PLANES        `bodies` are floats: x of all, then y, z and mass; `own` likewise
//   ARRAYS        x, y, z and mass are arrays of their own; without either, all are float4
//   CACHE_BODIES  stage the bodies in local memory (not with ARRAYS)
//   CACHE_X       stage x in local memory (ARRAYS)
//   STYLE         0  textbook: restrict, sums in registers, guards for any m, copy loops with
//                    run-time bounds
//                 1  tuned: restrict, sums in registers, m is a multiple of the group's bodies,
//                    everything known at compile time
//                 2  quick hack: no qualifiers, sums in the results, copy loops with run-time
//                    bounds; m is a multiple of the group's bodies
//                 3  quick hack with a tuned copy

#define BATCHED (STYLE == 1 || STYLE == 3)
#define SUM_IN_RESULT (STYLE >= 2)
#define GUARDED (STYLE == 0)

#if STYLE < 2
#define INPUT(type) __global const type* restrict
#define OUTPUT(type) __global type* restrict
#else
#define INPUT(type) __global type*
#define OUTPUT(type) __global type*
#endif

#if BATCHED
#define GROUP_SIZE __attribute__((reqd_work_group_size(GROUP, 1, 1)))
#else
#define GROUP_SIZE
#endif

#if defined(PLANES) || defined(ARRAYS)
#define ELEMENT float
#else
#define ELEMENT float4
#undef COPY
#define COPY 1
#endif

// The group copies `count` elements, at most TILE, into `tile`.
static inline void stage(__local ELEMENT* tile, __global const ELEMENT* source, int count) {
#if BATCHED
  const int item = get_local_id(0);
#pragma unroll
  for (int first = 0; first < TILE / COPY; first += GROUP) {
    if (TILE / COPY % GROUP == 0 || first + item < TILE / COPY) {
#if COPY == 4
      ((__local float4*)tile)[first + item] = ((__global const float4*)source)[first + item];
#else
      tile[first + item] = source[first + item];
#endif
    }
  }
#else
  for (int j = get_local_id(0); j < count; j += get_local_size(0)) tile[j] = source[j];
#endif
}

// Where `other` is, seen from `own`, and the factor that makes an acceleration of it.
static inline float4 attraction(float4 own, float4 other, float softening) {
  const float x = other.x - own.x;
  const float y = other.y - own.y;
  const float z = other.z - own.z;
  const float inverse = rsqrt(fma(x, x, fma(y, y, fma(z, z, softening))));
  return (float4)(x, y, z, other.w * inverse * inverse * inverse);
}

__kernel GROUP_SIZE void nbody(
#ifdef ARRAYS
    INPUT(float) own_x, INPUT(float) own_y, INPUT(float) own_z, INPUT(float) x, INPUT(float) y,
    INPUT(float) z, INPUT(float) mass, OUTPUT(float) result_x, OUTPUT(float) result_y,
    OUTPUT(float) result_z,
#else
    INPUT(ELEMENT) own, INPUT(ELEMENT) bodies, OUTPUT(ELEMENT) acceleration,
#endif
    const int m, const int n, const float softening) {
  const int first_own = get_group_id(0) * get_local_size(0) * UNITS + get_local_id(0);
#define OWN(unit) (first_own + (unit) * (int)get_local_size(0))

#if defined(ARRAYS)
#define OWN_PLACE(i) (float4)(own_x[i], own_y[i], own_z[i], 0.0f)
#define BODY(j) (float4)(x[j], y[j], z[j], mass[j])
#elif defined(PLANES)
#define OWN_PLACE(i) (float4)(own[i], own[m + (i)], own[2 * m + (i)], 0.0f)
#define BODY(j) (float4)(bodies[j], bodies[n + (j)], bodies[2 * n + (j)], bodies[3 * n + (j)])
#else
#define OWN_PLACE(i) own[i]
#define BODY(j) bodies[j]
#endif

// Body number start + j, from local memory where it is staged.
#if defined(CACHE_X)
#define OTHER(j) (float4)(tile[j], y[start + (j)], z[start + (j)], mass[start + (j)])
  __local ELEMENT tile[TILE] __attribute__((aligned(16)));
#elif defined(CACHE_BODIES) && defined(PLANES)
#define OTHER(j) (float4)(tile[j], tile[TILE + (j)], tile[2 * TILE + (j)], tile[3 * TILE + (j)])
  __local ELEMENT tile[4 * TILE] __attribute__((aligned(16)));
#elif defined(CACHE_BODIES)
#define OTHER(j) tile[j]
  __local ELEMENT tile[TILE];
#else
#define OTHER(j) BODY(start + (j))
#endif

#if !SUM_IN_RESULT
  float4 sums[UNITS];
#define SUM_X(unit) sums[unit].x
#define SUM_Y(unit) sums[unit].y
#define SUM_Z(unit) sums[unit].z
#elif defined(ARRAYS)
#define SUM_X(unit) result_x[OWN(unit)]
#define SUM_Y(unit) result_y[OWN(unit)]
#define SUM_Z(unit) result_z[OWN(unit)]
#elif defined(PLANES)
#define SUM_X(unit) acceleration[OWN(unit)]
#define SUM_Y(unit) acceleration[m + OWN(unit)]
#define SUM_Z(unit) acceleration[2 * m + OWN(unit)]
#else
#define SUM_X(unit) acceleration[OWN(unit)].x
#define SUM_Y(unit) acceleration[OWN(unit)].y
#define SUM_Z(unit) acceleration[OWN(unit)].z
#endif

  float4 places[UNITS];
#pragma unroll
  for (int unit = 0; unit < UNITS; ++unit) {
#if GUARDED
    places[unit] = OWN_PLACE(min(OWN(unit), m - 1));
#else
    places[unit] = OWN_PLACE(OWN(unit));
#endif
    SUM_X(unit) = 0.0f;
    SUM_Y(unit) = 0.0f;
    SUM_Z(unit) = 0.0f;
  }

  // Without staging, only tuned code blocks the loop over the bodies.
#if BATCHED
#define STEPS TILE
#define COUNT TILE
#elif defined(CACHE_X) || defined(CACHE_BODIES)
#define STEPS TILE
#if GUARDED
#define COUNT min(TILE, n - start)
#else
#define COUNT TILE
#endif
#else
#define STEPS n
#define COUNT n
#endif
  for (int start = 0; start < n; start += STEPS) {
    const int count = COUNT;
#if defined(CACHE_X)
    stage(tile, x + start, count);
#elif defined(CACHE_BODIES) && defined(PLANES)
#pragma unroll
    for (int plane = 0; plane < 4; ++plane) {
      stage(tile + plane * TILE, bodies + plane * n + start, count);
    }
#elif defined(CACHE_BODIES)
    stage(tile, bodies + start, count);
#endif
#if defined(CACHE_X) || defined(CACHE_BODIES)
    barrier(CLK_LOCAL_MEM_FENCE);
#endif
#if BATCHED
#pragma unroll 8
#endif
    for (int j = 0; j < count; ++j) {
      const float4 other = OTHER(j);
#pragma unroll
      for (int unit = 0; unit < UNITS; ++unit) {
        const float4 pull = attraction(places[unit], other, softening);
        SUM_X(unit) = fma(pull.x, pull.w, SUM_X(unit));
        SUM_Y(unit) = fma(pull.y, pull.w, SUM_Y(unit));
        SUM_Z(unit) = fma(pull.z, pull.w, SUM_Z(unit));
      }
    }
#if defined(CACHE_X) || defined(CACHE_BODIES)
    barrier(CLK_LOCAL_MEM_FENCE);
#endif
  }

#if !SUM_IN_RESULT
#pragma unroll
  for (int unit = 0; unit < UNITS; ++unit) {
#if GUARDED
    if (OWN(unit) >= m) continue;
#endif
#if defined(ARRAYS)
    result_x[OWN(unit)] = sums[unit].x;
    result_y[OWN(unit)] = sums[unit].y;
    result_z[OWN(unit)] = sums[unit].z;
#elif defined(PLANES)
    acceleration[OWN(unit)] = sums[unit].x;
    acceleration[m + OWN(unit)] = sums[unit].y;
    acceleration[2 * m + OWN(unit)] = sums[unit].z;
#else
    acceleration[OWN(unit)] = (float4)(sums[unit].x, sums[unit].y, sums[unit].z, 0.0f);
#endif
  }
#endif
}
