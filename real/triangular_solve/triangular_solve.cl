// Forward substitution for many right-hand sides: L x = b with the unit lower triangular n x n matrix L
// of an LU factorisation; its diagonal of ones is not looked at. Right-hand side k is column k of `b`,
// which has a row of `count` elements for each unknown, and so has `x`. A work-item solves UNITS of
// them, BX apart.
//
// How L is stored decides which kernel is compiled:
//
//   (none)  full: row by row, n x n
//   PACKED  the part below the diagonal only, row by row: row i has i elements
//   BANDED  WIDTH elements a row, those of the columns i - WIDTH ... i - 1; row by row. Those of columns
//           before the first are never used.
//
//   BX       work-group
//   UNITS    right-hand sides of a work-item; 1 except in STYLE 1
//   N        unknowns; also passed at run time, which all but STYLE 1 use
//   WIDTH    BANDED: elements below the diagonal; also passed at run time
//   TILE     rows of L that are staged at once, columns too in STYLE 1 without BANDED; then also the
//            rows that a work-item solves together in registers. PACKED stages all of L.
//   COPY     elements that one load of a batched copy moves: 1 or 4
//   CACHE_L  stage L in local memory
//   STYLE    0  textbook: restrict, sums in registers, loops with run-time bounds
//            1  tuned: restrict, blocks of unknowns (or the window of a band) in registers, trip counts
//               known at compile time
//            2  quick hack: no qualifiers, sums in `x`, loops with run-time bounds
//            3  quick hack with a tuned copy

#define BATCHED (STYLE == 1 || STYLE == 3)
#define SUM_IN_X (STYLE >= 2)

#if STYLE < 2
#define INPUT __global const float* restrict
#define OUTPUT __global float* restrict
#else
#define INPUT __global float*
#define OUTPUT __global float*
#endif

#if BATCHED
#define GROUP_SIZE __attribute__((reqd_work_group_size(BX, 1, 1)))
#else
#define GROUP_SIZE
#endif

// The group copies `lines` lines of `length` elements, `pitch` apart, into `tile`.
static inline void stage(__local float* tile, __global const float* source, int pitch, int lines,
                         int length) {
  const int item = get_local_id(0);
#if BATCHED
  const int elements = lines * length / COPY;
#pragma unroll
  for (int first = 0; first < elements; first += BX) {
    if (elements % BX == 0 || first + item < elements) {
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
#else
  for (int line = 0; line < lines; ++line) {
    for (int at = item; at < length; at += get_local_size(0)) {
      tile[line * length + at] = source[line * pitch + at];
    }
  }
#endif
}

#if STYLE == 1
#define ROWS N
#else
#define ROWS n
#endif

#ifdef BANDED

__kernel GROUP_SIZE void triangular_solve(INPUT l, INPUT b, OUTPUT x, const int n, const int count,
                                          const int width) {
  const int k = get_group_id(0) * (BX * UNITS) + get_local_id(0);
#ifdef CACHE_L
  __local float tile[TILE * WIDTH];
#define ROW_STEPS TILE
#define L(row, w) tile[((row) - start) * L_WIDTH + (w)]
#else
#define ROW_STEPS ROWS
#define L(row, w) l[(row) * L_WIDTH + (w)]
#endif
#if STYLE == 1
#define L_WIDTH WIDTH
  // The last WIDTH unknowns; the oldest at the place of the next one.
  float window[UNITS][WIDTH];
#pragma unroll
  for (int unit = 0; unit < UNITS; ++unit) {
#pragma unroll
    for (int w = 0; w < WIDTH; ++w) window[unit][w] = 0.0f;
  }
#else
#define L_WIDTH width
#endif

  for (int start = 0; start < ROWS; start += ROW_STEPS) {
#ifdef CACHE_L
#if BATCHED
    stage(tile, l + start * WIDTH, TILE * WIDTH, 1, TILE * WIDTH);
#else
    stage(tile, l + start * width, width * TILE, 1, width * TILE);
#endif
    barrier(CLK_LOCAL_MEM_FENCE);
#endif
#if STYLE == 1
    for (int row = start; row < start + ROW_STEPS; row += WIDTH) {
#pragma unroll
      for (int r = 0; r < WIDTH; ++r) {
        float sums[UNITS];
#pragma unroll
        for (int unit = 0; unit < UNITS; ++unit) sums[unit] = b[(row + r) * count + k + unit * BX];
#pragma unroll
        for (int w = 0; w < WIDTH; ++w) {
          const float factor = -L(row + r, w);
#pragma unroll
          for (int unit = 0; unit < UNITS; ++unit) {
            sums[unit] = fma(factor, window[unit][(r + w) % WIDTH], sums[unit]);
          }
        }
#pragma unroll
        for (int unit = 0; unit < UNITS; ++unit) {
          window[unit][r] = sums[unit];
          x[(row + r) * count + k + unit * BX] = sums[unit];
        }
      }
    }
#else
    for (int row = start; row < start + ROW_STEPS; ++row) {
#if SUM_IN_X
      x[row * count + k] = b[row * count + k];
      for (int w = max(width - row, 0); w < width; ++w) {
        x[row * count + k] =
            fma(-L(row, w), x[(row - width + w) * count + k], x[row * count + k]);
      }
#else
      float sum = b[row * count + k];
      for (int w = max(width - row, 0); w < width; ++w) {
        sum = fma(-L(row, w), x[(row - width + w) * count + k], sum);
      }
      x[row * count + k] = sum;
#endif
    }
#endif
#ifdef CACHE_L
    barrier(CLK_LOCAL_MEM_FENCE);
#endif
  }
}

#else

#ifdef PACKED
#define L_INDEX(row, column) ((row) * ((row) - 1) / 2 + (column))
#else
#define L_INDEX(row, column) ((row) * ROWS + (column))
#endif

__kernel GROUP_SIZE void triangular_solve(INPUT l, INPUT b, OUTPUT x, const int n,
                                          const int count) {
  const int k = get_group_id(0) * (BX * UNITS) + get_local_id(0);
#if !defined(CACHE_L)
#define L(row, column) l[L_INDEX(row, column)]
#elif defined(PACKED)
  __local float tile[N * (N - 1) / 2];
#define L(row, column) tile[L_INDEX(row, column)]
#if BATCHED
  stage(tile, l, 0, 1, N * (N - 1) / 2);
#else
  stage(tile, l, 0, 1, n * (n - 1) / 2);
#endif
  barrier(CLK_LOCAL_MEM_FENCE);
#elif STYLE == 1
  __local float tile[TILE * TILE];
#define L(row, column) tile[((row) - start) * TILE + (column) - first]
#else
  __local float tile[TILE * N];
#define L(row, column) tile[((row) - start) * n + (column)]
#endif
#if defined(CACHE_L) && !defined(PACKED)
#define BY_TILES
#endif

#if STYLE == 1
  // Blocks of TILE unknowns: first what the blocks before take from them, then the block itself.
  for (int start = 0; start < N; start += TILE) {
    float sums[UNITS][TILE];
#pragma unroll
    for (int r = 0; r < TILE; ++r) {
#pragma unroll
      for (int unit = 0; unit < UNITS; ++unit) {
        sums[unit][r] = b[(start + r) * count + k + unit * BX];
      }
    }
    for (int first = 0; first < start; first += TILE) {
#ifdef BY_TILES
      stage(tile, l + L_INDEX(start, first), N, TILE, TILE);
      barrier(CLK_LOCAL_MEM_FENCE);
#endif
#pragma unroll 4
      for (int column = first; column < first + TILE; ++column) {
        float known[UNITS];
#pragma unroll
        for (int unit = 0; unit < UNITS; ++unit) known[unit] = x[column * count + k + unit * BX];
#pragma unroll
        for (int r = 0; r < TILE; ++r) {
          const float factor = -L(start + r, column);
#pragma unroll
          for (int unit = 0; unit < UNITS; ++unit) {
            sums[unit][r] = fma(factor, known[unit], sums[unit][r]);
          }
        }
      }
#ifdef BY_TILES
      barrier(CLK_LOCAL_MEM_FENCE);
#endif
    }
    const int first = start;
#ifdef BY_TILES
    stage(tile, l + L_INDEX(start, first), N, TILE, TILE);
    barrier(CLK_LOCAL_MEM_FENCE);
#endif
#pragma unroll
    for (int r = 1; r < TILE; ++r) {
#pragma unroll
      for (int c = 0; c < r; ++c) {
        const float factor = -L(start + r, first + c);
#pragma unroll
        for (int unit = 0; unit < UNITS; ++unit) {
          sums[unit][r] = fma(factor, sums[unit][c], sums[unit][r]);
        }
      }
    }
#ifdef BY_TILES
    barrier(CLK_LOCAL_MEM_FENCE);
#endif
#pragma unroll
    for (int r = 0; r < TILE; ++r) {
#pragma unroll
      for (int unit = 0; unit < UNITS; ++unit) {
        x[(start + r) * count + k + unit * BX] = sums[unit][r];
      }
    }
  }

#else
#ifdef BY_TILES
#define ROW_STEPS TILE
#else
#define ROW_STEPS n
#endif
  for (int start = 0; start < n; start += ROW_STEPS) {
#ifdef BY_TILES
    // Whole rows: their parts above the diagonal are copied too.
#if BATCHED
    stage(tile, l + start * N, TILE * N, 1, TILE * N);
#else
    stage(tile, l + start * n, TILE * n, 1, TILE * n);
#endif
    barrier(CLK_LOCAL_MEM_FENCE);
#endif
    for (int row = start; row < start + ROW_STEPS; ++row) {
#if SUM_IN_X
      x[row * count + k] = b[row * count + k];
      for (int column = 0; column < row; ++column) {
        x[row * count + k] =
            fma(-L(row, column), x[column * count + k], x[row * count + k]);
      }
#else
      float sum = b[row * count + k];
      for (int column = 0; column < row; ++column) {
        sum = fma(-L(row, column), x[column * count + k], sum);
      }
      x[row * count + k] = sum;
#endif
    }
#ifdef BY_TILES
    barrier(CLK_LOCAL_MEM_FENCE);
#endif
  }
#endif
}

#endif
