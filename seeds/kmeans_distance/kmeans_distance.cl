// The distance step of k-means: for every point the nearest of `clusters` centroids, which are
// row-major, and its squared distance. A point is a column of `features`, which hold a row for each
// feature, or with ROWS a row of them, which holds its features.
//
// A work-group handles BX * UNITS points, each work-item UNITS of them, BX apart. The points are a
// multiple of the block, the clusters of TILE, and TILE of AT_ONCE.
//
//   BX               work-group
//   UNITS            points of a work-item
//   AT_ONCE          centroids that a work-item compares with at once (register tile); 1 in
//                    STYLE 2 and 3
//   FEATURES         of a point; also passed at run time, which all but STYLE 1 use
//   ROWS             a point is a row of `features`
//   TILE             centroids that are staged at once
//   PAD              with ROWS, elements added to each row of the local tile
//   COPY             elements that one load of a batched copy moves: 1 or 4
//   CACHE_CENTROIDS  stage the centroids in local memory
//   CACHE_FEATURES   stage the features in local memory
//   STYLE            0  textbook: restrict, sums in registers, loops with run-time bounds
//                    1  tuned: restrict, sums in registers, everything known at compile time
//                    2  quick hack: no qualifiers, sums in `distance`, loops with run-time bounds
//                    3  quick hack with a tuned copy

#define BATCHED (STYLE == 1 || STYLE == 3)
#define SUM_IN_DISTANCE (STYLE >= 2)

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
#define FEATURE_COUNT FEATURES
#else
#define FEATURE_COUNT feature_count
#endif

#define BLOCK (BX * UNITS)

// The group copies rows x columns elements into `tile`; columns <= source_pitch.
static inline void stage(__local float* tile, int tile_pitch, __global const float* source,
                         int source_pitch, int rows, int columns) {
  const int item = get_local_id(0);
#if BATCHED
  const int count = rows * columns / COPY;
#pragma unroll
  for (int first = 0; first < count; first += BX) {
    if (count % BX == 0 || first + item < count) {
      const int row = (first + item) / (columns / COPY);
      const int column = (first + item) % (columns / COPY) * COPY;
#if COPY == 4
      const float4 part = *(__global const float4*)(source + row * source_pitch + column);
      vstore4(part, 0, tile + row * tile_pitch + column);
#else
      tile[row * tile_pitch + column] = source[row * source_pitch + column];
#endif
    }
  }
#elif defined(ROWS)
  // The rows are shorter than the group.
  for (int i = item; i < rows * columns; i += get_local_size(0)) {
    const int row = i / columns, column = i % columns;
    tile[row * tile_pitch + column] = source[row * source_pitch + column];
  }
#else
  for (int row = 0; row < rows; ++row) {
    for (int column = item; column < columns; column += get_local_size(0)) {
      tile[row * tile_pitch + column] = source[row * source_pitch + column];
    }
  }
#endif
}

__kernel GROUP_SIZE void kmeans_distance(INPUT features, INPUT centroids, OUTPUT(float) distance,
                                         OUTPUT(int) nearest, const int points, const int clusters,
                                         const int feature_count) {
  const int first_point = get_group_id(0) * BLOCK;
  const int local_point = get_local_id(0);

  // What the copies of a tuned kernel know at compile time.
#if BATCHED
#define COPIED_FEATURES FEATURES
#else
#define COPIED_FEATURES feature_count
#endif

#ifdef CACHE_FEATURES
#ifdef ROWS
  __local float feature_tile[BLOCK * (FEATURES + PAD)];
  stage(feature_tile, FEATURES + PAD, features + first_point * feature_count, COPIED_FEATURES,
        BLOCK, COPIED_FEATURES);
#define FEATURE(unit, f) feature_tile[(local_point + (unit) * BX) * (FEATURES + PAD) + (f)]
#else
  __local float feature_tile[FEATURES * BLOCK];
  stage(feature_tile, BLOCK, features + first_point, points, COPIED_FEATURES, BLOCK);
#define FEATURE(unit, f) feature_tile[(f) * BLOCK + local_point + (unit) * BX]
#endif
  barrier(CLK_LOCAL_MEM_FENCE);
#elif defined(ROWS)
#define FEATURE(unit, f) features[(first_point + local_point + (unit) * BX) * FEATURE_COUNT + (f)]
#else
#define FEATURE(unit, f) features[(f) * points + first_point + local_point + (unit) * BX]
#endif

#ifdef CACHE_CENTROIDS
  __local float centroid_tile[TILE * FEATURES];
#define STEPS TILE
#define CENTROID(c, f) centroid_tile[(step + (c)) * FEATURE_COUNT + (f)]
#else
#define STEPS clusters
#define CENTROID(c, f) centroids[(start + step + (c)) * FEATURE_COUNT + (f)]
#endif

#if SUM_IN_DISTANCE
#define SUM(unit, c) distance[first_point + local_point + (unit) * BX]
#else
  float sums[UNITS][AT_ONCE];
#define SUM(unit, c) sums[unit][c]
#endif

  float least[UNITS];
  int winner[UNITS];
#pragma unroll
  for (int unit = 0; unit < UNITS; ++unit) {
    least[unit] = MAXFLOAT;
    winner[unit] = 0;
  }

  for (int start = 0; start < clusters; start += STEPS) {
#ifdef CACHE_CENTROIDS
    // The rows of the tile lie one after another in `centroids`.
    stage(centroid_tile, TILE * COPIED_FEATURES, centroids + start * feature_count,
          TILE * COPIED_FEATURES, 1, TILE * COPIED_FEATURES);
    barrier(CLK_LOCAL_MEM_FENCE);
#endif
    for (int step = 0; step < STEPS; step += AT_ONCE) {
#pragma unroll
      for (int unit = 0; unit < UNITS; ++unit) {
#pragma unroll
        for (int c = 0; c < AT_ONCE; ++c) SUM(unit, c) = 0.0f;
      }
#if STYLE == 1
#pragma unroll 16
#endif
      for (int f = 0; f < FEATURE_COUNT; ++f) {
        float feature[UNITS], centroid[AT_ONCE];
#pragma unroll
        for (int unit = 0; unit < UNITS; ++unit) feature[unit] = FEATURE(unit, f);
#pragma unroll
        for (int c = 0; c < AT_ONCE; ++c) centroid[c] = CENTROID(c, f);
#pragma unroll
        for (int unit = 0; unit < UNITS; ++unit) {
#pragma unroll
          for (int c = 0; c < AT_ONCE; ++c) {
            const float difference = feature[unit] - centroid[c];
            SUM(unit, c) = fma(difference, difference, SUM(unit, c));
          }
        }
      }
#pragma unroll
      for (int unit = 0; unit < UNITS; ++unit) {
#pragma unroll
        for (int c = 0; c < AT_ONCE; ++c) {
          if (SUM(unit, c) < least[unit]) {
            least[unit] = SUM(unit, c);
            winner[unit] = start + step + c;
          }
        }
      }
    }
#ifdef CACHE_CENTROIDS
    barrier(CLK_LOCAL_MEM_FENCE);
#endif
  }

#pragma unroll
  for (int unit = 0; unit < UNITS; ++unit) {
    distance[first_point + local_point + unit * BX] = least[unit];
    nearest[first_point + local_point + unit * BX] = winner[unit];
  }
}
