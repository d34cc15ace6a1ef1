// What a new centre would save, as online clustering (streaming k-median) asks for every candidate: the
// weighted squared distance of each point to ONE candidate centre against the cost that the point has
// now. saving[p] = max(0, cost[p] - weight[p] * |x_p - centre|^2), moves[p] whether it is not 0.
//
// `points` holds a row of points for each coordinate, or, with ROWS, a row of DIMS coordinates for
// each point.
//
// A work-group handles BX * UNITS points, each work-item UNITS of them, BX apart. DIMS is a multiple
// of CHUNK, and CHUNK of WIDE.
//
//   BX            work-group
//   UNITS         points of a work-item; 1 except in STYLE 1
//   DIMS          coordinates of a point; also passed at run time, which all but STYLE 1 use
//   CHUNK         with CACHE_POINTS, coordinates of the group's points that are staged at once
//   PAD           elements added to each row of the local tile of points
//   WIDE          STYLE 1 with ROWS: coordinates that one load of a row reads: 1 or 4
//   COPY          elements that one load of a batched copy moves: 1, or 4 in STYLE 1
//   CACHE_CENTRE  stage the centre in local memory
//   CACHE_POINTS  with ROWS: stage the points, CHUNK coordinates at a time
//   STYLE         0  textbook: restrict, sums in registers, guards for any number of points, loops with
//                    run-time bounds
//                 1  tuned: restrict, sums in registers, points are a multiple of the block, everything
//                    known at compile time
//                 2  quick hack: no qualifiers, sums in `saving`, guards, loops with run-time bounds
//                 3  quick hack with a tuned copy

#define BATCHED (STYLE == 1 || STYLE == 3)
#define SUM_IN_SAVING (STYLE >= 2)

#if STYLE < 2
#define INPUT __global const float* restrict
#define OUTPUT(type) __global type* restrict
#else
#define INPUT __global float*
#define OUTPUT(type) __global type*
#endif

#if BATCHED
#define GROUP_SIZE __attribute__((reqd_work_group_size(BX, 1, 1)))
#else
#define GROUP_SIZE
#endif

#if STYLE == 1
#define DIM_COUNT DIMS
#define INSIDE(p) true
#else
#define DIM_COUNT dims
#define INSIDE(p) ((p) < n)
#endif

#define BLOCK (BX * UNITS)

#ifdef CACHE_CENTRE
static inline void stage_centre(__local float* tile, __global const float* centre, int dims) {
  const int item = get_local_id(0);
#if BATCHED
#pragma unroll
  for (int first = 0; first < DIMS / COPY; first += BX) {
    if (DIMS / COPY % BX == 0 || first + item < DIMS / COPY) {
#if COPY == 4
      vstore4(((__global const float4*)centre)[first + item], first + item, tile);
#else
      tile[first + item] = centre[first + item];
#endif
    }
  }
#else
  for (int d = item; d < dims; d += get_local_size(0)) tile[d] = centre[d];
#endif
}
#endif

#ifdef CACHE_POINTS
// The group copies CHUNK coordinates of its `present` points; neighbouring items those of one point.
static inline void stage_points(__local float* tile, __global const float* source, int dims, int present) {
  const int item = get_local_id(0);
#if BATCHED
#pragma unroll
  for (int first = 0; first < BLOCK * CHUNK / COPY; first += BX) {
    if (BLOCK * CHUNK / COPY % BX == 0 || first + item < BLOCK * CHUNK / COPY) {
      const int point = (first + item) / (CHUNK / COPY);
      const int d = (first + item) % (CHUNK / COPY) * COPY;
#if COPY == 4
      const float4 part = *(__global const float4*)(source + point * DIM_COUNT + d);
      vstore4(part, 0, tile + point * (CHUNK + PAD) + d);
#else
      if (point < present) tile[point * (CHUNK + PAD) + d] = source[point * DIM_COUNT + d];
#endif
    }
  }
#else
  for (int e = item; e < present * CHUNK; e += get_local_size(0)) {
    const int point = e / CHUNK, d = e % CHUNK;
    tile[point * (CHUNK + PAD) + d] = source[point * dims + d];
  }
#endif
}
#endif

__kernel GROUP_SIZE void centre_gain(INPUT points, INPUT centre, INPUT weights, INPUT costs,
                                     OUTPUT(float) saving, OUTPUT(int) moves, const int n,
                                     const int dims) {
  const int first_point = get_group_id(0) * BLOCK;
  const int local_point = get_local_id(0);
#define P(unit) (first_point + local_point + (unit) * BX)

#ifdef CACHE_CENTRE
  __local float centre_tile[DIMS];
  stage_centre(centre_tile, centre, dims);
  barrier(CLK_LOCAL_MEM_FENCE);
#define CENTRE(d) centre_tile[d]
#else
#define CENTRE(d) centre[d]
#endif

#ifdef CACHE_POINTS
  __local float point_tile[BLOCK * (CHUNK + PAD)];
#if STYLE == 1
  const int present = BLOCK;
#else
  const int present = min(BLOCK, n - first_point);
#endif
#define STEPS CHUNK
#define POINT(unit, step) point_tile[(local_point + (unit) * BX) * (CHUNK + PAD) + (step)]
#define FOUR(unit, step) vload4(0, &POINT(unit, step))
#else
#define STEPS DIM_COUNT
#ifdef ROWS
#define POINT(unit, step) points[P(unit) * DIM_COUNT + start + (step)]
#define FOUR(unit, step) *(__global const float4*)&POINT(unit, step)
#else
#define POINT(unit, step) points[(start + (step)) * n + P(unit)]
#endif
#endif

#if SUM_IN_SAVING
#define SUM(unit) saving[P(unit)]
#else
  float sums[UNITS];
#define SUM(unit) sums[unit]
#endif
#pragma unroll
  for (int unit = 0; unit < UNITS; ++unit) {
    if (INSIDE(P(unit))) SUM(unit) = 0.0f;
  }

  for (int start = 0; start < DIM_COUNT; start += STEPS) {
#ifdef CACHE_POINTS
    stage_points(point_tile, points + first_point * DIM_COUNT + start, dims, present);
    barrier(CLK_LOCAL_MEM_FENCE);
#endif
    if (INSIDE(P(0))) {
#if STYLE == 1
#pragma unroll 8
#endif
      for (int step = 0; step < STEPS; step += WIDE) {
#if WIDE == 4
#pragma unroll
        for (int unit = 0; unit < UNITS; ++unit) {
          const float4 there = FOUR(unit, step);
          const float x = there.x - CENTRE(start + step), y = there.y - CENTRE(start + step + 1);
          const float z = there.z - CENTRE(start + step + 2), w = there.w - CENTRE(start + step + 3);
          SUM(unit) = fma(w, w, fma(z, z, fma(y, y, fma(x, x, SUM(unit)))));
        }
#else
        const float middle = CENTRE(start + step);
#pragma unroll
        for (int unit = 0; unit < UNITS; ++unit) {
          const float difference = POINT(unit, step) - middle;
          SUM(unit) = fma(difference, difference, SUM(unit));
        }
#endif
      }
    }
#ifdef CACHE_POINTS
    barrier(CLK_LOCAL_MEM_FENCE);
#endif
  }

#pragma unroll
  for (int unit = 0; unit < UNITS; ++unit) {
    if (INSIDE(P(unit))) {
      // One rounding, however the compiler sees it.
      const float less = fma(-weights[P(unit)], SUM(unit), costs[P(unit)]);
      moves[P(unit)] = less > 0.0f;
      saving[P(unit)] = fmax(less, 0.0f);
    }
  }
}
