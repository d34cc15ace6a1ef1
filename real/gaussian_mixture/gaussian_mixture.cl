// How well points fit the components of a mixture of normal distributions with diagonal covariances:
//   score[p][m] = offset[m] + sum over d of precision[m][d] * (x[p][d] - mean[m][d])^2
// and for each point the component with the least score, the first of them.
//
// A work-item handles one point, and walks through all components and their dimensions.
//
//   BX, BY        work-group; BY is 1
//   DIMENSIONS    also passed at run time, which all but STYLE 1 use
//   CHUNK         components that are staged at once: a divisor of their number
//   BY_DIMENSION  1: points are stored x[d][p], lanes are neighbours; 0: x[p][d], lanes are a row apart
//   PAD           floats added to each row of the tile of points
//   CACHE_MEAN, CACHE_PRECISION, CACHE_X   stage that array in local memory
//   STYLE    0  textbook: restrict, results in registers, guards for any size, run-time bounds
//            1  tuned: restrict, results in registers, sizes are multiples of the block, everything
//               known at compile time
//            2  quick hack: no qualifiers, the best so far in global memory, guards, run-time bounds
//            3  the hack with a tuned copy

#define BATCHED (STYLE == 1 || STYLE == 3)

#if STYLE < 2
#define INPUT(type) __global const type* restrict
#define OUTPUT(type) __global type* restrict
#else
#define INPUT(type) __global type*
#define OUTPUT(type) __global type*
#endif

#if BATCHED
#define GROUP_SIZE __attribute__((reqd_work_group_size(BX, BY, 1)))
#else
#define GROUP_SIZE
#endif

#if STYLE == 1
#define DIMENSION_COUNT DIMENSIONS
#define INSIDE true
#else
#define DIMENSION_COUNT dimensions
#define INSIDE (p < points)
#endif

// The group copies rows x columns elements into `tile`, of which the first present_rows x
// present_columns exist.
static inline void stage(__local float* tile, int tile_pitch, __global const float* source,
                         int source_pitch, int rows, int columns, int present_rows,
                         int present_columns) {
#if BATCHED
  const int item = get_local_id(1) * BX + get_local_id(0);
#pragma unroll
  for (int first = 0; first < rows * columns; first += BX * BY) {
    const int row = (first + item) / columns, column = (first + item) % columns;
    if (row < min(rows, present_rows) && column < present_columns) {
      tile[row * tile_pitch + column] = source[row * source_pitch + column];
    }
  }
#elif STYLE == 0
  const int item = get_local_id(1) * get_local_size(0) + get_local_id(0);
  for (int e = item; e < rows * columns; e += get_local_size(0) * get_local_size(1)) {
    const int row = e / columns, column = e % columns;
    if (row < present_rows && column < present_columns) {
      tile[row * tile_pitch + column] = source[row * source_pitch + column];
    }
  }
#else
  for (int row = get_local_id(1); row < min(rows, present_rows); row += get_local_size(1)) {
    for (int column = get_local_id(0); column < min(columns, present_columns);
         column += get_local_size(0)) {
      tile[row * tile_pitch + column] = source[row * source_pitch + column];
    }
  }
#endif
}

#ifdef CACHE_MEAN
#define CACHED mean
#define MEAN(m, d) tile[(m) * DIMENSIONS + (d)]
#else
#define MEAN(m, d) mean[(start + (m)) * DIMENSION_COUNT + (d)]
#endif
#ifdef CACHE_PRECISION
#define CACHED precision
#define PRECISION(m, d) tile[(m) * DIMENSIONS + (d)]
#else
#define PRECISION(m, d) precision[(start + (m)) * DIMENSION_COUNT + (d)]
#endif
#ifdef CACHE_X
#define X(d) tile[get_local_id(0) * (DIMENSIONS + PAD) + (d)]
#elif BY_DIMENSION
#define X(d) x[(d) * points + p]
#else
#define X(d) x[p * DIMENSION_COUNT + (d)]
#endif

#if STYLE < 2
#define LEAST least
#define BEST best_component
#else
#define LEAST score[p]
#define BEST best[p]
#endif

__kernel GROUP_SIZE void gaussian_mixture(INPUT(float) x, INPUT(float) mean, INPUT(float) precision,
                                          INPUT(float) offset, OUTPUT(float) score,
                                          OUTPUT(int) best, const int points, const int components,
                                          const int dimensions) {
  const int p = get_global_id(0);
#ifdef CACHED
  __local float tile[CHUNK * DIMENSIONS];
#endif
#ifdef CACHE_X
  __local float tile[BX * (DIMENSIONS + PAD)];
  const int first = get_group_id(0) * BX;
  stage(tile, DIMENSIONS + PAD, x + first * DIMENSION_COUNT, DIMENSION_COUNT, BX, DIMENSIONS,
        points - first, DIMENSIONS);
  barrier(CLK_LOCAL_MEM_FENCE);
#endif
#if STYLE < 2
  float least = INFINITY;
  int best_component = 0;
#else
  if (INSIDE) {
    LEAST = INFINITY;
    BEST = 0;
  }
#endif
#ifdef CACHED
  for (int start = 0; start < components; start += CHUNK) {
    stage(tile, CHUNK * DIMENSIONS, CACHED + start * DIMENSION_COUNT, 0, 1, CHUNK * DIMENSIONS, 1,
          CHUNK * DIMENSIONS);
    barrier(CLK_LOCAL_MEM_FENCE);
#define STEPS CHUNK
#else
  const int start = 0;
  {
#define STEPS components
#endif
    if (INSIDE) {
      for (int m = 0; m < STEPS; ++m) {
        float sum = offset[start + m];
#if STYLE == 1
#pragma unroll
#endif
        for (int d = 0; d < DIMENSION_COUNT; ++d) {
          const float off = X(d) - MEAN(m, d);
          sum = fma(PRECISION(m, d) * off, off, sum);
        }
        if (sum < LEAST) {
          LEAST = sum;
          BEST = start + m;
        }
      }
    }
#ifdef CACHED
    barrier(CLK_LOCAL_MEM_FENCE);
#endif
  }
#if STYLE < 2
  if (INSIDE) {
    score[p] = least;
    best[p] = best_component;
  }
#endif
}
