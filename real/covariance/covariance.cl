// Covariances of the columns of a data matrix, row by row in memory: a row is an observation, a column
// a variable, and the means of the columns are known. Three kernels, one for each way in which such
// code picks the pairs of columns; each is compiled alone.
//
//   PAIRS   covariance_pairs: all pairs (i, j) of `columns` variables, by blocks of the triangle i <= j
//   COLUMN  covariance_column: every pair of one of p variables `x` with one of q variables `y`
//   BAND    covariance_band: every variable i with the LAGS variables after it
//
//   BX, BY   work-group; BY is 1 in COLUMN and BAND
//   RR, RC   PAIRS: rows and columns of the block that a work-item computes (register tile)
//   UNITS    COLUMN: variables `y` of a work-item, BX apart
//   IB       COLUMN: variables `x` that are handled at once
//   LAGS     BAND: variables after its own that a work-item pairs it with
//   CHUNK    observations that are staged at once; all of them in STYLE 0 of COLUMN and BAND
//   COPY     elements that one load of a batched copy moves: 1 or 4
//   CACHE_DATA, CACHE_X  stage `data` (PAIRS, BAND) or `x` (COLUMN) in local memory
//   STYLE    0  textbook: restrict, sums in registers, copy loops with run-time bounds
//            1  tuned: restrict, several sums an item in registers, trip counts known at compile time
//            2  quick hack: no qualifiers, sums in `covariance`, copy loops with run-time bounds
//            3  quick hack with a tuned copy
//
// Sizes are multiples of what the group handles, the observations of CHUNK.

#define BATCHED (STYLE == 1 || STYLE == 3)
#define SUM_IN_COVARIANCE (STYLE >= 2)

#if STYLE < 2
#define INPUT __global const float* restrict
#define OUTPUT __global float* restrict
#else
#define INPUT __global float*
#define OUTPUT __global float*
#endif

#if BATCHED
#define GROUP_SIZE __attribute__((reqd_work_group_size(BX, BY, 1)))
#else
#define GROUP_SIZE
#endif

// The group copies `lines` lines of `length` elements, `pitch` apart, into `tile`.
static inline void stage(__local float* tile, __global const float* source, int pitch, int lines,
                         int length) {
#if BATCHED
  const int item = get_local_id(1) * BX + get_local_id(0);
  const int count = lines * length / COPY;
#pragma unroll
  for (int first = 0; first < count; first += BX * BY) {
    if (count % (BX * BY) == 0 || first + item < count) {
      const int line = (first + item) / (length / COPY);
      const int at = (first + item) % (length / COPY) * COPY;
#if COPY == 4
      const float4 part = *(__global const float4*)(source + line * pitch + at);
      vstore4(part, 0, tile + line * length + at);
#else
      tile[line * length + at] = source[line * pitch + at];
#endif
    }
  }
#elif defined(COLUMN)
  // The lines are shorter than the group.
  for (int e = get_local_id(0); e < lines * length; e += get_local_size(0)) {
    const int line = e / length, at = e % length;
    tile[line * length + at] = source[line * pitch + at];
  }
#else
  for (int line = get_local_id(1); line < lines; line += get_local_size(1)) {
    for (int at = get_local_id(0); at < length; at += get_local_size(0)) {
      tile[line * length + at] = source[line * pitch + at];
    }
  }
#endif
}

#ifdef PAIRS

// A block of the triangle is square: BLOCK variables i and BLOCK variables j.
#define BLOCK (BX * RC)

// Blocks are numbered column by column of the triangle: (0, 0), (0, 1), (1, 1), (0, 2), ...
__kernel GROUP_SIZE void covariance_pairs(INPUT data, INPUT mean, OUTPUT covariance, const int rows,
                                          const int columns, const float scale) {
  const int block = get_group_id(0);
  int across = (int)((sqrt(8.0f * block + 1.0f) - 1.0f) * 0.5f);
  while (across * (across + 1) / 2 > block) --across;
  while ((across + 1) * (across + 2) / 2 <= block) ++across;
  const int down = block - across * (across + 1) / 2;
  const int local_i = get_local_id(1), local_j = get_local_id(0);
  const int first_i = down * BLOCK, first_j = across * BLOCK;

#ifdef CACHE_DATA
  __local float tile_i[CHUNK * BLOCK];
  __local float tile_j[CHUNK * BLOCK];
#define DATA_I(a) tile_i[row * BLOCK + local_i + (a) * BY]
#define DATA_J(b) tile_j[row * BLOCK + local_j + (b) * BX]
#else
#define DATA_I(a) data[(start + row) * columns + first_i + local_i + (a) * BY]
#define DATA_J(b) data[(start + row) * columns + first_j + local_j + (b) * BX]
#endif

#define COVARIANCE(a, b) \
  covariance[(first_i + local_i + (a) * BY) * columns + first_j + local_j + (b) * BX]
#define MIRRORED(a, b) \
  covariance[(first_j + local_j + (b) * BX) * columns + first_i + local_i + (a) * BY]
#if SUM_IN_COVARIANCE
#define SUM(a, b) COVARIANCE(a, b)
#define MEAN_I(a) mean[first_i + local_i + (a) * BY]
#define MEAN_J(b) mean[first_j + local_j + (b) * BX]
#else
  float sums[RR][RC], means_i[RR], means_j[RC];
#define SUM(a, b) sums[a][b]
#define MEAN_I(a) means_i[a]
#define MEAN_J(b) means_j[b]
#pragma unroll
  for (int a = 0; a < RR; ++a) means_i[a] = mean[first_i + local_i + a * BY];
#pragma unroll
  for (int b = 0; b < RC; ++b) means_j[b] = mean[first_j + local_j + b * BX];
#endif
#pragma unroll
  for (int a = 0; a < RR; ++a) {
#pragma unroll
    for (int b = 0; b < RC; ++b) SUM(a, b) = 0.0f;
  }

  // Without staging, only tuned code goes through the observations by chunks.
#if BATCHED || defined(CACHE_DATA)
#define STEPS CHUNK
#else
#define STEPS rows
#endif
  for (int start = 0; start < rows; start += STEPS) {
#ifdef CACHE_DATA
    stage(tile_i, data + start * columns + first_i, columns, CHUNK, BLOCK);
    stage(tile_j, data + start * columns + first_j, columns, CHUNK, BLOCK);
    barrier(CLK_LOCAL_MEM_FENCE);
#endif
#if BATCHED
#pragma unroll
#endif
    for (int row = 0; row < STEPS; ++row) {
#if SUM_IN_COVARIANCE
      for (int a = 0; a < RR; ++a) {
        for (int b = 0; b < RC; ++b) {
          SUM(a, b) = fma(DATA_I(a) - MEAN_I(a), DATA_J(b) - MEAN_J(b), SUM(a, b));
        }
      }
#else
      float of_i[RR], of_j[RC];
#pragma unroll
      for (int a = 0; a < RR; ++a) of_i[a] = DATA_I(a) - MEAN_I(a);
#pragma unroll
      for (int b = 0; b < RC; ++b) of_j[b] = DATA_J(b) - MEAN_J(b);
#pragma unroll
      for (int a = 0; a < RR; ++a) {
#pragma unroll
        for (int b = 0; b < RC; ++b) SUM(a, b) = fma(of_i[a], of_j[b], SUM(a, b));
      }
#endif
    }
#ifdef CACHE_DATA
    barrier(CLK_LOCAL_MEM_FENCE);
#endif
  }

  // The blocks on the diagonal hold both (i, j) and (j, i) already.
#pragma unroll
  for (int a = 0; a < RR; ++a) {
#pragma unroll
    for (int b = 0; b < RC; ++b) {
      const float result = SUM(a, b) * scale;
      COVARIANCE(a, b) = result;
      if (down != across) MIRRORED(a, b) = result;
    }
  }
}

#elif defined(COLUMN)

// A group handles BX * UNITS variables of `y` and `share` of `x`, IB of them at a time.
__kernel GROUP_SIZE void covariance_column(INPUT x, INPUT y, INPUT mean_x, INPUT mean_y,
                                           OUTPUT covariance, const int rows, const int p,
                                           const int q, const int share, const float scale) {
  const int j = get_group_id(0) * (BX * UNITS) + get_local_id(0);
  const int first_i = get_group_id(1) * share;
#ifdef CACHE_X
  __local float tile[CHUNK * IB];
#define X(i) tile[row * IB + (i)]
#else
#define X(i) x[(start + row) * p + block + (i)]
#endif

#if STYLE == 1
  float means_j[UNITS];
#pragma unroll
  for (int unit = 0; unit < UNITS; ++unit) means_j[unit] = mean_y[j + unit * BX];
  for (int block = first_i; block < first_i + share; block += IB) {
    float sums[UNITS][IB], means_i[IB];
#pragma unroll
    for (int i = 0; i < IB; ++i) {
      means_i[i] = mean_x[block + i];
#pragma unroll
      for (int unit = 0; unit < UNITS; ++unit) sums[unit][i] = 0.0f;
    }
    for (int start = 0; start < rows; start += CHUNK) {
#ifdef CACHE_X
      stage(tile, x + start * p + block, p, CHUNK, IB);
      barrier(CLK_LOCAL_MEM_FENCE);
#endif
#pragma unroll 4
      for (int row = 0; row < CHUNK; ++row) {
        float of_j[UNITS];
#pragma unroll
        for (int unit = 0; unit < UNITS; ++unit) {
          of_j[unit] = y[(start + row) * q + j + unit * BX] - means_j[unit];
        }
#pragma unroll
        for (int i = 0; i < IB; ++i) {
          const float of_i = X(i) - means_i[i];
#pragma unroll
          for (int unit = 0; unit < UNITS; ++unit) {
            sums[unit][i] = fma(of_i, of_j[unit], sums[unit][i]);
          }
        }
      }
#ifdef CACHE_X
      barrier(CLK_LOCAL_MEM_FENCE);
#endif
    }
#pragma unroll
    for (int i = 0; i < IB; ++i) {
#pragma unroll
      for (int unit = 0; unit < UNITS; ++unit) {
        covariance[(block + i) * q + j + unit * BX] = sums[unit][i] * scale;
      }
    }
  }

#else
  // Without staging, nothing makes blocks of the variables or chunks of the observations.
#ifdef CACHE_X
#define COLUMN_STEPS IB
#define ROW_STEPS CHUNK
#else
#define COLUMN_STEPS share
#define ROW_STEPS rows
#endif
#if !SUM_IN_COVARIANCE
  const float mean_j = mean_y[j];
#endif
  for (int block = first_i; block < first_i + share; block += COLUMN_STEPS) {
#if SUM_IN_COVARIANCE
    for (int i = 0; i < COLUMN_STEPS; ++i) covariance[(block + i) * q + j] = 0.0f;
#endif
    for (int start = 0; start < rows; start += ROW_STEPS) {
#ifdef CACHE_X
#if BATCHED
      stage(tile, x + start * p + block, p, CHUNK, IB);
#else
      stage(tile, x + start * p + block, p, min(CHUNK, rows - start), min(IB, share));
#endif
      barrier(CLK_LOCAL_MEM_FENCE);
#endif
      for (int i = 0; i < COLUMN_STEPS; ++i) {
#if SUM_IN_COVARIANCE
        for (int row = 0; row < ROW_STEPS; ++row) {
          covariance[(block + i) * q + j] =
              fma(X(i) - mean_x[block + i], y[(start + row) * q + j] - mean_y[j],
                  covariance[(block + i) * q + j]);
        }
#else
        // All observations at once.
        const float mean_i = mean_x[block + i];
        float sum = 0.0f;
        for (int row = 0; row < rows; ++row) {
          sum = fma(X(i) - mean_i, y[(start + row) * q + j] - mean_j, sum);
        }
        covariance[(block + i) * q + j] = sum * scale;
#endif
      }
#ifdef CACHE_X
      barrier(CLK_LOCAL_MEM_FENCE);
#endif
    }
#if SUM_IN_COVARIANCE
    for (int i = 0; i < COLUMN_STEPS; ++i) covariance[(block + i) * q + j] *= scale;
#endif
  }
#endif
}

#elif defined(BAND)

// `data` has `pitch` variables, LAGS more than work-items; lag d of variable i is the pair (i, i + d).
__kernel GROUP_SIZE void covariance_band(INPUT data, INPUT mean, OUTPUT covariance, const int rows,
                                         const int columns, const int lags, const float scale) {
  const int local_i = get_local_id(0);
  const int first = get_group_id(0) * BX;
  const int i = first + local_i;
  const int pitch = columns + lags;
#ifdef CACHE_DATA
  __local float tile[CHUNK * (BX + LAGS)];
#define DATA(d) tile[row * (BX + LAGS) + local_i + (d)]
#else
#define DATA(d) data[(start + row) * pitch + i + (d)]
#endif

#if STYLE == 1
  const float mean_i = mean[i];
  float sums[LAGS], means_j[LAGS];
#pragma unroll
  for (int d = 0; d < LAGS; ++d) {
    sums[d] = 0.0f;
    means_j[d] = mean[i + 1 + d];
  }
  for (int start = 0; start < rows; start += CHUNK) {
#ifdef CACHE_DATA
    stage(tile, data + start * pitch + first, pitch, CHUNK, BX + LAGS);
    barrier(CLK_LOCAL_MEM_FENCE);
#endif
#pragma unroll 2
    for (int row = 0; row < CHUNK; ++row) {
      const float of_i = DATA(0) - mean_i;
#pragma unroll
      for (int d = 0; d < LAGS; ++d) sums[d] = fma(of_i, DATA(1 + d) - means_j[d], sums[d]);
    }
#ifdef CACHE_DATA
    barrier(CLK_LOCAL_MEM_FENCE);
#endif
  }
#pragma unroll
  for (int d = 0; d < LAGS; ++d) covariance[d * columns + i] = sums[d] * scale;

#elif SUM_IN_COVARIANCE
#ifdef CACHE_DATA
#define ROW_STEPS CHUNK
#else
#define ROW_STEPS rows
#endif
  for (int d = 0; d < lags; ++d) covariance[d * columns + i] = 0.0f;
  for (int start = 0; start < rows; start += ROW_STEPS) {
#ifdef CACHE_DATA
#if BATCHED
    stage(tile, data + start * pitch + first, pitch, CHUNK, BX + LAGS);
#else
    stage(tile, data + start * pitch + first, pitch, min(CHUNK, rows - start), BX + lags);
#endif
    barrier(CLK_LOCAL_MEM_FENCE);
#endif
    for (int d = 0; d < lags; ++d) {
      for (int row = 0; row < ROW_STEPS; ++row) {
        covariance[d * columns + i] = fma(DATA(0) - mean[i], DATA(1 + d) - mean[i + 1 + d],
                                          covariance[d * columns + i]);
      }
    }
#ifdef CACHE_DATA
    barrier(CLK_LOCAL_MEM_FENCE);
#endif
  }
  for (int d = 0; d < lags; ++d) covariance[d * columns + i] *= scale;

#else
  // All observations at once.
#ifdef CACHE_DATA
  stage(tile, data + first, pitch, rows, BX + lags);
  barrier(CLK_LOCAL_MEM_FENCE);
#else
  const int start = 0;
#endif
  const float mean_i = mean[i];
  for (int d = 0; d < lags; ++d) {
    const float mean_j = mean[i + 1 + d];
    float sum = 0.0f;
    for (int row = 0; row < rows; ++row) sum = fma(DATA(0) - mean_i, DATA(1 + d) - mean_j, sum);
    covariance[d * columns + i] = sum * scale;
  }
#endif
}

#endif
