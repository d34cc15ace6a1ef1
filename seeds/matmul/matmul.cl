// Dense matrix product C = A B, all row-major: A is m x k, B is k x n, C is m x n.
//
// A work-group computes a block of ROWS x COLUMNS elements of C, each work-item RR x RC of them, a
// group's extent apart. The sizes are multiples of the block and of TILE.
//
//   BX, BY            work-group
//   RR, RC            rows and columns of C that a work-item computes (register tile)
//   TILE              steps along k that are staged at once
//   PAD               elements added to each row of a local tile
//   COPY              elements that one load of a batched copy moves: 1 or 4
//   SWAP              rows of C lie along x instead of columns
//   CACHE_A, CACHE_B  stage A or B in local memory
//   STYLE             0  textbook: restrict, sums in registers, copy loops with run-time bounds
//                     1  tuned: restrict, sums in registers, everything known at compile time
//                     2  quick hack: no qualifiers, sums in C, copy loops with run-time bounds
//                     3  quick hack with a tuned copy

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

#ifdef SWAP
#define ROW_AXIS 0
#define COLUMN_AXIS 1
#define ROW_ITEMS BX
#define COLUMN_ITEMS BY
#else
#define ROW_AXIS 1
#define COLUMN_AXIS 0
#define ROW_ITEMS BY
#define COLUMN_ITEMS BX
#endif

#define ROWS (ROW_ITEMS * RR)
#define COLUMNS (COLUMN_ITEMS * RC)
#define A_PITCH (TILE + PAD)
#define B_PITCH (COLUMNS + PAD)

// The group copies rows x columns elements into `tile`.
static inline void stage(__local float* tile, int tile_pitch, __global const float* source,
                         int source_pitch, int rows, int columns) {
#if BATCHED
  const int item = get_local_id(1) * BX + get_local_id(0);
  const int count = rows * columns / COPY;
#pragma unroll
  for (int first = 0; first < count; first += BX * BY) {
    if (count % (BX * BY) == 0 || first + item < count) {
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
#else
  for (int row = get_local_id(1); row < rows; row += get_local_size(1)) {
    for (int column = get_local_id(0); column < columns; column += get_local_size(0)) {
      tile[row * tile_pitch + column] = source[row * source_pitch + column];
    }
  }
#endif
}

__kernel GROUP_SIZE void matmul(INPUT a, INPUT b, OUTPUT c, const int n, const int k) {
  const int local_row = get_local_id(ROW_AXIS);
  const int local_column = get_local_id(COLUMN_AXIS);
  const int first_row = get_group_id(ROW_AXIS) * ROWS;
  const int first_column = get_group_id(COLUMN_AXIS) * COLUMNS;
  const int row = first_row + local_row;
  const int column = first_column + local_column;

#ifdef CACHE_A
  __local float a_tile[ROWS * A_PITCH];
#define A_AT(i) a_tile[(local_row + (i) * ROW_ITEMS) * A_PITCH + step]
#else
#define A_AT(i) a[(row + (i) * ROW_ITEMS) * k + start + step]
#endif

#ifdef CACHE_B
  __local float b_tile[TILE * B_PITCH];
#define B_AT(j) b_tile[step * B_PITCH + local_column + (j) * COLUMN_ITEMS]
#else
#define B_AT(j) b[(start + step) * n + column + (j) * COLUMN_ITEMS]
#endif

#define C_AT(i, j) c[(row + (i) * ROW_ITEMS) * n + column + (j) * COLUMN_ITEMS]
#if SUM_IN_C
#define SUM(i, j) C_AT(i, j)
#else
  float sums[RR][RC];
#define SUM(i, j) sums[i][j]
#endif

#pragma unroll
  for (int i = 0; i < RR; ++i) {
#pragma unroll
    for (int j = 0; j < RC; ++j) SUM(i, j) = 0.0f;
  }

  // Without staging, only tuned code blocks the loop over k.
#if BATCHED || defined(CACHE_A) || defined(CACHE_B)
#define STEPS TILE
#else
#define STEPS k
#endif
  for (int start = 0; start < k; start += STEPS) {
#ifdef CACHE_A
    stage(a_tile, A_PITCH, a + first_row * k + start, k, ROWS, TILE);
#endif
#ifdef CACHE_B
    stage(b_tile, B_PITCH, b + start * n + first_column, n, TILE, COLUMNS);
#endif
#if defined(CACHE_A) || defined(CACHE_B)
    barrier(CLK_LOCAL_MEM_FENCE);
#endif
#if BATCHED
#pragma unroll
#endif
    for (int step = 0; step < STEPS; ++step) {
      float a_item[RR], b_item[RC];
#pragma unroll
      for (int i = 0; i < RR; ++i) a_item[i] = A_AT(i);
#pragma unroll
      for (int j = 0; j < RC; ++j) b_item[j] = B_AT(j);
#pragma unroll
      for (int i = 0; i < RR; ++i) {
#pragma unroll
        for (int j = 0; j < RC; ++j) SUM(i, j) = fma(a_item[i], b_item[j], SUM(i, j));
      }
    }
#if defined(CACHE_A) || defined(CACHE_B)
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
