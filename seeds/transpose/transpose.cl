// Matrix transpose: out[c][r] = in[r][c], both row-major; `in` is rows x columns.
//
// A work-group moves a block of BX by BY * UNITS elements, each work-item UNITS of them, BY apart.
//
//   ELEMENT    type of an element
//   BX, BY     work-group
//   UNITS      elements that a work-item moves
//   PAD        elements added to each row of the local tile
//   SCATTER    items along x read along a row and store down a column; without it the other way round
//   REMAP      with SCATTER and CACHE_IN: the group stores its tile along the rows of `out`
//   CACHE_IN   stage `in` in local memory
//   STYLE      0  textbook: restrict, guards for any size, copy loops with run-time bounds
//              1  tuned: restrict, sizes are multiples of the block, everything known at compile time
//              2  quick hack: no qualifiers, guards, copy loops with run-time bounds
//              3  quick hack with a tuned copy

#define BATCHED (STYLE == 1 || STYLE == 3)
#define GUARDED (STYLE != 1)

#if STYLE < 2
#define INPUT __global const ELEMENT* restrict
#define OUTPUT __global ELEMENT* restrict
#else
#define INPUT __global ELEMENT*
#define OUTPUT __global ELEMENT*
#endif

#if BATCHED
#define GROUP_SIZE __attribute__((reqd_work_group_size(BX, BY, 1)))
#else
#define GROUP_SIZE
#endif

// The block as it lies in `in`.
#define BLOCK_Y (BY * UNITS)
#ifdef SCATTER
#define BLOCK_ROWS BLOCK_Y
#define BLOCK_COLUMNS BX
#else
#define BLOCK_ROWS BX
#define BLOCK_COLUMNS BLOCK_Y
#endif
#define PITCH (BLOCK_COLUMNS + PAD)

#if GUARDED
#define INSIDE(row, column) ((row) < rows && (column) < columns)
#else
#define INSIDE(row, column) true
#endif

// The group copies the block at (first_row, first_column) into `tile`.
static inline void stage(__local ELEMENT* tile, __global const ELEMENT* in, int rows, int columns,
                         int first_row, int first_column) {
#if BATCHED
  const int item = get_local_id(1) * BX + get_local_id(0);
#pragma unroll
  for (int first = 0; first < BLOCK_ROWS * BLOCK_COLUMNS; first += BX * BY) {
    const int row = (first + item) / BLOCK_COLUMNS;
    const int column = (first + item) % BLOCK_COLUMNS;
    if (INSIDE(first_row + row, first_column + column)) {
      tile[row * PITCH + column] = in[(first_row + row) * columns + first_column + column];
    }
  }
#else
  for (int row = get_local_id(1); row < BLOCK_ROWS; row += get_local_size(1)) {
    for (int column = get_local_id(0); column < BLOCK_COLUMNS; column += get_local_size(0)) {
      if (INSIDE(first_row + row, first_column + column)) {
        tile[row * PITCH + column] = in[(first_row + row) * columns + first_column + column];
      }
    }
  }
#endif
}

__kernel GROUP_SIZE void transpose(INPUT in, OUTPUT out, const int rows, const int columns) {
  const int first_x = get_group_id(0) * BX;
  const int first_y = get_group_id(1) * BLOCK_Y;
#ifdef SCATTER
  const int first_row = first_y, first_column = first_x;
#else
  const int first_row = first_x, first_column = first_y;
#endif

#ifdef CACHE_IN
  __local ELEMENT tile[BLOCK_ROWS * PITCH];
  stage(tile, in, rows, columns, first_row, first_column);
  barrier(CLK_LOCAL_MEM_FENCE);
#endif

#pragma unroll
  for (int unit = 0; unit < UNITS; ++unit) {
    const int x = get_local_id(0);
    const int y = get_local_id(1) + unit * BY;
#if defined(REMAP) && defined(CACHE_IN)
    const int row = (y * BX + x) % BLOCK_ROWS;
    const int column = (y * BX + x) / BLOCK_ROWS;
#elif defined(SCATTER)
    const int row = y, column = x;
#else
    const int row = x, column = y;
#endif
    if (INSIDE(first_row + row, first_column + column)) {
#ifdef CACHE_IN
      const ELEMENT value = tile[row * PITCH + column];
#else
      const ELEMENT value = in[(first_row + row) * columns + first_column + column];
#endif
      out[(first_column + column) * rows + first_row + row] = value;
    }
  }
}
