// Every item of a list gathers elements of x through a table of indices, `neighbours` each:
// y[i] = sum over j of weights[j][i] * x[indices[j][i]], a sparse matrix in ELLPACK format times a
// vector; or, with DENSITY, the sum over its neighbours of the kernel of smoothed-particle
// hydrodynamics, mass * (1 - distance^2)^3 where the distance is below 1.
//
// A work-group computes BX * UNITS results, each work-item UNITS of them, BX apart. Result i uses
// x[i] up to x[i + band] (its diagonal is x[i + band / 2]), or with TABLE any element of a small x.
//
//   BX          work-group
//   UNITS       results that a work-item computes
//   NEIGHBOURS  of a result; also passed at run time, which all but STYLE 1 use
//   REACH       band, or with TABLE the elements of x; also passed at run time
//   TABLE       any result may use any element of x
//   BY_RESULT   `indices` and `weights` hold a row for each result; else for each j, `pitch` long
//   DENSITY     x holds particles: positions and masses; no weights
//   COPY        elements that one load of a batched copy moves: 1 or, if the tile is a multiple, 4
//   CACHE_X     stage x in local memory
//   STYLE       0  textbook: restrict, sums in registers, loops with run-time bounds
//               1  tuned: restrict, sums in registers, everything known at compile time
//               2  quick hack: no qualifiers, sums in y, loops with run-time bounds
//               3  quick hack with a tuned copy

#define BATCHED (STYLE == 1 || STYLE == 3)
#define SUM_IN_Y (STYLE >= 2)

#if STYLE < 2
#define INPUT(type) __global const type* restrict
#define OUTPUT __global float* restrict
#else
#define INPUT(type) __global type*
#define OUTPUT __global float*
#endif

#if BATCHED
#define GROUP_SIZE __attribute__((reqd_work_group_size(BX, 1, 1)))
#else
#define GROUP_SIZE
#endif

#if STYLE == 1
#define COUNT NEIGHBOURS
#else
#define COUNT neighbours
#endif

#ifdef DENSITY
#define ELEMENT float4
#else
#define ELEMENT float
#endif

#define BLOCK (BX * UNITS)
#ifdef TABLE
#define TILE REACH
#else
#define TILE (BLOCK + REACH)
#endif

// The group copies elements of x, TILE in all, into `tile`.
static inline void stage(__local ELEMENT* tile, __global const ELEMENT* x, int elements) {
#if BATCHED
#pragma unroll
  for (int first = 0; first < TILE / COPY; first += BX) {
    const int i = first + get_local_id(0);
    if (TILE / COPY % BX == 0 || i < TILE / COPY) {
#if COPY == 4
      vstore4(((__global const float4*)x)[i], i, tile);
#else
      tile[i] = x[i];
#endif
    }
  }
#else
  for (int i = get_local_id(0); i < elements; i += get_local_size(0)) tile[i] = x[i];
#endif
}

__kernel GROUP_SIZE void indirect_gather(INPUT(ELEMENT) x, INPUT(int) indices,
#ifndef DENSITY
                                         INPUT(float) weights,
#endif
                                         OUTPUT y, const int pitch, const int neighbours,
                                         const int reach) {
  const int first_result = get_group_id(0) * BLOCK;
  const int result = first_result + get_local_id(0);

#ifdef CACHE_X
#ifdef TABLE
  const int first_element = 0;
  const int elements = reach;
#else
  const int first_element = first_result;
  const int elements = BLOCK + reach;
#endif
  __local ELEMENT tile[TILE];
  stage(tile, x + first_element, elements);
  barrier(CLK_LOCAL_MEM_FENCE);
#define X(i) tile[(i) - first_element]
#else
#define X(i) x[i]
#endif

#ifdef BY_RESULT
#define ENTRY(unit, j) ((result + (unit) * BX) * COUNT + (j))
#else
#define ENTRY(unit, j) ((j) * pitch + result + (unit) * BX)
#endif

#pragma unroll
  for (int unit = 0; unit < UNITS; ++unit) {
#if SUM_IN_Y
#define SUM y[result + unit * BX]
    SUM = 0.0f;
#else
#define SUM sum
    float sum = 0.0f;
#endif
#ifdef DENSITY
    const float4 own = X(result + unit * BX + reach / 2);
#endif
#if STYLE == 1
#pragma unroll 8
#endif
    for (int j = 0; j < COUNT; ++j) {
      const ELEMENT other = X(indices[ENTRY(unit, j)]);
#ifdef DENSITY
      const float dx = other.x - own.x, dy = other.y - own.y, dz = other.z - own.z;
      const float inside = fmax(1.0f - fma(dx, dx, fma(dy, dy, dz * dz)), 0.0f);
      SUM = fma(other.w * inside * inside, inside, SUM);
#else
      SUM = fma(weights[ENTRY(unit, j)], other, SUM);
#endif
    }
#if !SUM_IN_Y
    y[result + unit * BX] = sum;
#endif
  }
}
