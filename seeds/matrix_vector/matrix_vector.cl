// Matrix-vector product: y[i] is the sum over j of m(i, j) * v[j], for `rows` rows of n elements.
//
// Each work-item computes UNITS elements of y, BX apart, walking along their rows. n is a multiple
// of TILE, and `rows` one of BX * UNITS (STYLE 0: any number).
//
//   BX                work-group
//   UNITS             rows that a work-item computes
//   TILE              elements of a row that are staged at once
//   PAD               elements added to each line of the matrix's local tile
//   COPY              elements that one load of a copy moves: 1 or 4
//   TRANSPOSED        the matrix is stored column by column; without it row by row
//   CACHE_M, CACHE_V  stage the matrix or the vector in local memory
//   STYLE             0  textbook: restrict, sums in registers, copy loops with run-time bounds
//                     1  tuned: restrict, sums in registers, everything known at compile time
//                     2  quick hack: no qualifiers, sums in y, copy loops with run-time bounds
//                     3  quick hack with a tuned copy

#define BATCHED (STYLE == 1 || STYLE == 3)
#define SUM_IN_Y (STYLE >= 2)

#if STYLE == 0
#define GUARDED
#define IS_ROW(row) ((row) < rows)
#else
#define IS_ROW(row) true
#endif

#if STYLE < 2
#define INPUT __global const float* restrict
#define OUTPUT __global float* restrict
#else
#define INPUT __global float*
#define OUTPUT __global float*
#endif

#if BATCHED
#define GROUP_SIZE __attribute__((reqd_work_group_size(BX, 1, 1)))
#define GROUP_ITEMS BX
#else
#define GROUP_SIZE
#define GROUP_ITEMS get_local_size(0)
#endif

// Whether there is a `part` among the `parts` that the group copies.
#if BATCHED
#define IS_PART(part, parts) ((parts) % BX == 0 || (part) < (parts))
#else
#define IS_PART(part, parts) ((part) < (parts))
#endif

#define BLOCK (BX * UNITS)

// The matrix's tile: LINES lines, each contiguous in memory.
#ifdef TRANSPOSED
#define LINES TILE
#define LINE BLOCK
#define M_INDEX(row, column) ((column) * rows + (row))
#define TILE_INDEX(row, column) ((column) * (LINE + PAD) + (row))
#else
#define LINES BLOCK
#define LINE TILE
#define M_INDEX(row, column) ((row) * n + (column))
#define TILE_INDEX(row, column) ((row) * (LINE + PAD) + (column))
#endif

// The group copies the block's rows of `m`, TILE columns from `start` on.
static inline void stage_matrix(__local float* tile, __global const float* m, int rows, int n,
                                int first_row, int start) {
  const int parts = LINES * LINE / COPY;
#if BATCHED
#pragma unroll
#endif
  for (int first = 0; first < parts; first += GROUP_ITEMS) {
    const int part = first + get_local_id(0);
    const int line = part / (LINE / COPY);
    const int at = part % (LINE / COPY) * COPY;
#ifdef TRANSPOSED
    const int row = at, column = line;
#else
    const int row = line, column = at;
#endif
    if (IS_PART(part, parts) && IS_ROW(first_row + row)) {
      const int from = M_INDEX(first_row + row, start + column);
#if COPY == 4
      vstore4(*(__global const float4*)(m + from), 0, tile + TILE_INDEX(row, column));
#else
      tile[TILE_INDEX(row, column)] = m[from];
#endif
    }
  }
}

// The group copies TILE elements of the vector.
static inline void stage_vector(__local float* tile, __global const float* v) {
  const int parts = TILE / COPY;
#if BATCHED
#pragma unroll
#endif
  for (int first = 0; first < parts; first += GROUP_ITEMS) {
    const int part = first + get_local_id(0);
    if (IS_PART(part, parts)) {
#if COPY == 4
      vstore4(((__global const float4*)v)[part], part, tile);
#else
      tile[part] = v[part];
#endif
    }
  }
}

__kernel GROUP_SIZE void matrix_vector(INPUT m, INPUT v, OUTPUT y, const int rows, const int n) {
  const int first_row = get_group_id(0) * BLOCK;
  const int local_row = get_local_id(0);

#define LOCAL_ROW(u) (local_row + (u) * BX)
#define ROW(u) (first_row + LOCAL_ROW(u))

#ifdef CACHE_M
  __local float m_tile[LINES * (LINE + PAD)];
#define M_AT(u) m_tile[TILE_INDEX(LOCAL_ROW(u), step)]
#elif defined(GUARDED)
#define M_AT(u) m[M_INDEX(min(ROW(u), rows - 1), start + step)]
#else
#define M_AT(u) m[M_INDEX(ROW(u), start + step)]
#endif

#ifdef CACHE_V
  __local float v_tile[TILE];
#define V_AT v_tile[step]
#else
#define V_AT v[start + step]
#endif

#if SUM_IN_Y
#define SUM(u) y[ROW(u)]
#else
  float sums[UNITS];
#define SUM(u) sums[u]
#endif

#pragma unroll
  for (int u = 0; u < UNITS; ++u) SUM(u) = 0.0f;

  // Without staging, only tuned code blocks the loop over a row.
#if BATCHED || defined(CACHE_M) || defined(CACHE_V)
#define STEPS TILE
#else
#define STEPS n
#endif
  for (int start = 0; start < n; start += STEPS) {
#ifdef CACHE_M
    stage_matrix(m_tile, m, rows, n, first_row, start);
#endif
#ifdef CACHE_V
    stage_vector(v_tile, v + start);
#endif
#if defined(CACHE_M) || defined(CACHE_V)
    barrier(CLK_LOCAL_MEM_FENCE);
#endif
#if BATCHED
#pragma unroll 16
#endif
    for (int step = 0; step < STEPS; ++step) {
      const float v_item = V_AT;
#pragma unroll
      for (int u = 0; u < UNITS; ++u) SUM(u) = fma(M_AT(u), v_item, SUM(u));
    }
#if defined(CACHE_M) || defined(CACHE_V)
    barrier(CLK_LOCAL_MEM_FENCE);
#endif
  }

#if !SUM_IN_Y
#pragma unroll
  for (int u = 0; u < UNITS; ++u) {
    if (IS_ROW(ROW(u))) y[ROW(u)] = sums[u];
  }
#endif
}
