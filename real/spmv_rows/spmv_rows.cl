// Sparse matrix times a vector, y = A x, a work-item a row. The entries of a row lie one after
// another, so that lanes are a row apart:
//
//   rows of fixed length  `width` entries each, short rows filled up with zeros
//   CSR                   row r holds the entries starts[r] up to starts[r + 1], WIDTH or fewer
//
// A work-group computes BX * UNITS rows, each work-item UNITS of them, BX apart.
//
//   BX             work-group
//   UNITS          rows that a work-item computes; 1 but in STYLE 1
//   WIDTH          entries of a row; also passed at run time, which all but STYLE 1 use
//   CHUNK          entries of each row that are staged at once: WIDTH or a divisor of it
//   PAD            elements added to each row of the local tile
//   COPY           elements that one load of a batched copy moves: 1 or, if CHUNK is a multiple, 4;
//                  with CSR 1 or, if rows begin at multiples, 2
//   REAL           float or double
//   CSR            rows have a beginning of their own; all of them are staged at once
//   CACHE_VALUES   stage the values of the entries in local memory
//   CACHE_COLUMNS  stage their columns in local memory
//   STYLE          0  textbook: restrict, sums in registers, guards for any size, loops with
//                     run-time bounds
//                  1  tuned: restrict, sums in registers, rows are a multiple of the block,
//                     everything known at compile time (with CSR, the room for the entries)
//                  2  quick hack: no qualifiers, sums in y, guards, loops with run-time bounds; 8
//                     lanes copy a row
//                  3  quick hack with a tuned copy

#define BATCHED (STYLE == 1 || STYLE == 3)

#if STYLE < 2
#define INPUT(type) __global const type* restrict
#define OUTPUT(type) __global type* restrict
#else
#define INPUT(type) __global type*
#define OUTPUT(type) __global type*
#endif

#if BATCHED
#define GROUP_SIZE __attribute__((reqd_work_group_size(BX, 1, 1)))
#else
#define GROUP_SIZE
#endif

#if STYLE == 1
#define ENTRIES WIDTH
#define INSIDE(row) true
#else
#define ENTRIES width
#define INSIDE(row) ((row) < rows)
#endif

#define BLOCK (BX * UNITS)

#ifdef CACHE_COLUMNS
#define ELEMENT int
#define TARGET columns
#define CACHED
#else
#define ELEMENT REAL
#define TARGET values
#endif
#ifdef CACHE_VALUES
#define CACHED
#endif

#define PASTE(a, b) a##b
#define JOIN(a, b) PASTE(a, b)
#define WIDE JOIN(ELEMENT, COPY)
#define STORE_WIDE JOIN(vstore, COPY)

#ifdef CSR

// The group copies `count` elements, BLOCK * WIDTH or fewer, into `tile`.
static inline void stage(__local ELEMENT* tile, __global const ELEMENT* source, int count) {
  const int item = get_local_id(0);
#if BATCHED
#pragma unroll
  for (int start = 0; start < BLOCK * WIDTH; start += BX * COPY) {
    const int e = start + item * COPY;
    if (e < count) {
#if COPY > 1
      STORE_WIDE(*(__global const WIDE*)(source + e), 0, tile + e);
#else
      tile[e] = source[e];
#endif
    }
  }
#else
  for (int e = item; e < count; e += get_local_size(0)) tile[e] = source[e];
#endif
}

#ifdef CACHED
#define STAGED(e) tile[(e) - first_entry]
#endif

#else

// The group copies CHUNK elements of each of its rows, `left` or fewer, into `tile`.
static inline void stage(__local ELEMENT* tile, __global const ELEMENT* source, int width,
                         int left) {
  const int item = get_local_id(0);
#if BATCHED
#pragma unroll
  for (int start = 0; start < BLOCK * CHUNK; start += BX * COPY) {
    const int e = start + item * COPY;
    const int row = e / CHUNK, column = e % CHUNK;
#if STYLE == 1
    if (BLOCK * CHUNK % (BX * COPY) == 0 || row < BLOCK) {
#else
    if (row < min(BLOCK, left)) {
#endif
#if COPY > 1
      STORE_WIDE(*(__global const WIDE*)(source + row * ENTRIES + column), 0,
                 tile + row * (CHUNK + PAD) + column);
#else
      tile[row * (CHUNK + PAD) + column] = source[row * ENTRIES + column];
#endif
    }
  }
#elif STYLE == 0
  const int rows = min(BLOCK, left);
  for (int e = item; e < rows * CHUNK; e += get_local_size(0)) {
    const int row = e / CHUNK, column = e % CHUNK;
    tile[row * (CHUNK + PAD) + column] = source[row * width + column];
  }
#else
  for (int row = item / 8; row < BLOCK && row < left; row += get_local_size(0) / 8) {
    for (int column = item % 8; column < CHUNK; column += 8) {
      tile[row * (CHUNK + PAD) + column] = source[row * width + column];
    }
  }
#endif
}

#ifdef CACHED
#define STAGED(unit, j) tile[((unit) * BX + item) * (CHUNK + PAD) + (j)]
#endif

#endif

#if STYLE < 2
#define SUM(unit) sums[unit]
#else
#define SUM(unit) y[first_row + item]
#endif

#ifdef CSR

#ifdef CACHE_VALUES
#define VALUE(e) STAGED(e)
#else
#define VALUE(e) values[e]
#endif
#ifdef CACHE_COLUMNS
#define COLUMN(e) STAGED(e)
#else
#define COLUMN(e) columns[e]
#endif

__kernel GROUP_SIZE void spmv_csr(INPUT(int) starts, INPUT(int) columns, INPUT(REAL) values,
                                  INPUT(REAL) x, OUTPUT(REAL) y, const int rows) {
  const int item = get_local_id(0);
  const int first_row = get_group_id(0) * BLOCK;
#ifdef CACHED
  __local ELEMENT tile[BLOCK * WIDTH];
  const int first_entry = starts[first_row];
  stage(tile, TARGET + first_entry, starts[min(first_row + BLOCK, rows)] - first_entry);
  barrier(CLK_LOCAL_MEM_FENCE);
#endif
  const int row = first_row + item;
  if (INSIDE(row)) {
#if STYLE < 2
    REAL sums[1];
    const int end = starts[row + 1];
#else
#define end starts[row + 1]
#endif
    SUM(0) = 0;
#if STYLE == 1
#pragma unroll 4
#endif
    for (int e = starts[row]; e < end; ++e) SUM(0) = fma(VALUE(e), x[COLUMN(e)], SUM(0));
#if STYLE < 2
    y[row] = sums[0];
#endif
  }
}

#else

#ifdef CACHE_VALUES
#define VALUE(unit, j) STAGED(unit, j)
#else
#define VALUE(unit, j) values[(first_row + (unit) * BX + item) * ENTRIES + start + (j)]
#endif
#ifdef CACHE_COLUMNS
#define COLUMN(unit, j) STAGED(unit, j)
#else
#define COLUMN(unit, j) columns[(first_row + (unit) * BX + item) * ENTRIES + start + (j)]
#endif

// Without CACHED, or where the whole rows are staged, there is but one chunk.
#if defined(CACHED) && CHUNK < WIDTH
#define CHUNKED 1
#define STEPS CHUNK
#else
#define CHUNKED 0
#define STEPS ENTRIES
#endif

__kernel GROUP_SIZE void spmv_rows(INPUT(REAL) values, INPUT(int) columns, INPUT(REAL) x,
                                   OUTPUT(REAL) y, const int rows, const int width) {
  const int item = get_local_id(0);
  const int first_row = get_group_id(0) * BLOCK;
#ifdef CACHED
  __local ELEMENT tile[BLOCK * (CHUNK + PAD)];
#endif

#if STYLE < 2
  REAL sums[UNITS];
#pragma unroll
  for (int unit = 0; unit < UNITS; ++unit) sums[unit] = 0;
#else
  if (INSIDE(first_row + item)) SUM(0) = 0;
#endif

#if CHUNKED
  for (int start = 0; start < ENTRIES; start += CHUNK)
#else
  const int start = 0;
#endif
  {
#ifdef CACHED
    stage(tile, TARGET + first_row * ENTRIES + start, width, rows - first_row);
    barrier(CLK_LOCAL_MEM_FENCE);
#endif
    if (INSIDE(first_row + item)) {
#if STYLE == 1
#pragma unroll 16
#endif
      for (int j = 0; j < STEPS; ++j) {
#pragma unroll
        for (int unit = 0; unit < UNITS; ++unit) {
          SUM(unit) = fma(VALUE(unit, j), x[COLUMN(unit, j)], SUM(unit));
        }
      }
    }
#if CHUNKED
    barrier(CLK_LOCAL_MEM_FENCE);
#endif
  }

#if STYLE < 2
#pragma unroll
  for (int unit = 0; unit < UNITS; ++unit) {
    const int row = first_row + unit * BX + item;
    if (INSIDE(row)) y[row] = sums[unit];
  }
#endif
}

#endif
