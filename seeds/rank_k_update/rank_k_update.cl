// Block of a rank-k update, C += T T': c[i][j] += sum over s of t(n + i, s) * t(j, s). T has n + m
// rows of k elements, C is m x n: the part of the update below the diagonal blocks, in which every
// dot product is of one of the last m rows of T with one of the first n.
//
// A work-group computes a block of ROWS x COLUMNS elements of C, each work-item RR x RC of them, a
// group's extent apart. The sizes are multiples of the block and of TILE.
//
//   BX, BY      work-group; columns of C lie along x
//   RR, RC      rows and columns of C that a work-item computes (register tile)
//   TILE        steps along k that are staged at once
//   PAD         elements added to each line of the local tiles
//   COPY        elements that one load of a copy moves: 1 or 4
//   BY_COLUMNS  T is stored column by column; without it row by row
//   CACHE_T     stage both parts of T in local memory
//   STYLE       0  textbook: restrict, sums in registers, copy loops with run-time bounds
//               1  tuned: restrict, sums in registers, everything known at compile time
//               2  quick hack: no qualifiers, sums in C, copy loops with run-time bounds
//               3  quick hack with a tuned copy

#define BATCHED (STYLE == 1 || STYLE == 3)
#define SUM_IN_C (STYLE >= 2)

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

#define ROWS (BY * RR)
#define COLUMNS (BX * RC)

// A tile of T for `extent` of its rows: LINES(extent) lines, each contiguous in memory.
#ifdef BY_COLUMNS
#define T_INDEX(row, step) ((step) * (n + m) + (row))
#define LINES(extent) TILE
#define LINE(extent) (extent)
#define TILE_INDEX(row, step, extent) ((step) * ((extent) + PAD) + (row))
#else
#define T_INDEX(row, step) ((row) * k + (step))
#define LINES(extent) (extent)
#define LINE(extent) TILE
#define TILE_INDEX(row, step, extent) ((row) * (TILE + PAD) + (step))
#endif
#define TILE_SIZE(extent) (LINES(extent) * (LINE(extent) + PAD))

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
      vstore4(part, 0, tile + line * (length + PAD) + at);
#else
      tile[line * (length + PAD) + at] = source[line * pitch + at];
#endif
    }
  }
#else
  for (int line = get_local_id(1); line < lines; line += get_local_size(1)) {
    for (int at = get_local_id(0); at < length; at += get_local_size(0)) {
      tile[line * (length + PAD) + at] = source[line * pitch + at];
    }
  }
#endif
}

__kernel GROUP_SIZE void rank_k_update(INPUT t, OUTPUT c, const int m, const int n, const int k) {
  const int local_row = get_local_id(1);
  const int local_column = get_local_id(0);
  const int first_row = get_group_id(1) * ROWS;
  const int first_column = get_group_id(0) * COLUMNS;
  const int row = first_row + local_row;
  const int column = first_column + local_column;

#ifdef CACHE_T
  __local float row_tile[TILE_SIZE(ROWS)];
  __local float column_tile[TILE_SIZE(COLUMNS)];
#ifdef BY_COLUMNS
  const int pitch = n + m;
#else
  const int pitch = k;
#endif
#define ROW_AT(i) row_tile[TILE_INDEX(local_row + (i) * BY, step, ROWS)]
#define COLUMN_AT(j) column_tile[TILE_INDEX(local_column + (j) * BX, step, COLUMNS)]
#else
#define ROW_AT(i) t[T_INDEX(n + row + (i) * BY, start + step)]
#define COLUMN_AT(j) t[T_INDEX(column + (j) * BX, start + step)]
#endif

#define C_AT(i, j) c[(row + (i) * BY) * n + column + (j) * BX]
#if SUM_IN_C
#define SUM(i, j) C_AT(i, j)
#else
  float sums[RR][RC];
#define SUM(i, j) sums[i][j]
#pragma unroll
  for (int i = 0; i < RR; ++i) {
#pragma unroll
    for (int j = 0; j < RC; ++j) sums[i][j] = C_AT(i, j);
  }
#endif

  // Without staging, only tuned code blocks the loop over k.
#if BATCHED || defined(CACHE_T)
#define STEPS TILE
#else
#define STEPS k
#endif
  for (int start = 0; start < k; start += STEPS) {
#ifdef CACHE_T
    stage(row_tile, t + T_INDEX(n + first_row, start), pitch, LINES(ROWS), LINE(ROWS));
    stage(column_tile, t + T_INDEX(first_column, start), pitch, LINES(COLUMNS), LINE(COLUMNS));
    barrier(CLK_LOCAL_MEM_FENCE);
#endif
#if BATCHED
#pragma unroll
#endif
    for (int step = 0; step < STEPS; ++step) {
      float row_item[RR], column_item[RC];
#pragma unroll
      for (int i = 0; i < RR; ++i) row_item[i] = ROW_AT(i);
#pragma unroll
      for (int j = 0; j < RC; ++j) column_item[j] = COLUMN_AT(j);
#pragma unroll
      for (int i = 0; i < RR; ++i) {
#pragma unroll
        for (int j = 0; j < RC; ++j) SUM(i, j) = fma(row_item[i], column_item[j], SUM(i, j));
      }
    }
#ifdef CACHE_T
    barrier(CLK_LOCAL_MEM_FENCE);
#endif
  }

#if !SUM_IN_C
#pragma unroll
  for (int i = 0; i < RR; ++i) {
#pragma unroll
    for (int j = 0; j < RC; ++j) C_AT(i, j) = sums[i][j];
  }
#endif
}
