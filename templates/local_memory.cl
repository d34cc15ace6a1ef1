// The template of lmtune's synthetic benchmarks: a 2-D grid of work units that read one array, the
// target, in a loop nest. Compiled as it is, it reads the target from global memory (the baseline);
// with -DCACHED each work-group stages the region it needs in local memory first. All the rest is
// shared by the two. docs/template.md explains every parameter.
//
// What a benchmark chooses by -D:
//   HOME                            home access pattern, one of the names below
//   STENCIL, RADIUS_ROWS, RADIUS_COLS   shape around home, one of the names below
//   CLAMPED                         1: coordinates are clamped at the border; 0: the array is padded
//   ELEMENT                         element type, one of the names below
//   TRIPS_OUTER, TRIPS_INNER        trip counts N and M; without them they are the arguments n and m
//   CONST, RESTRICT                 those qualifiers of the array arguments, or nothing
//   ACCUMULATE                      REGISTER or MEMORY; SUMS: independent sums in registers
//   EXIT_CHECK                      1: the loop ends early once the sum passes a limit
//   LOOP_FLOPS, LOOP_SPECIAL        operations in each inner iteration
//   LOOP_COALESCED, LOOP_UNCOALESCED, LOOP_UNIFORM   contextual loads in each inner iteration
//   EPILOGUE_…                      the same five, after the loops (none with sums in memory)
//   CONTEXT_OF                      EACH_UNIT, COLUMN or ROW: which units share contextual loads
//   CONTEXT_ROWS                    contextual values after which a walk starts again, a power of 2
//   UNITS_X, UNITS_Y                work units of a work-item
//   DISTRIBUTION                    CYCLIC or BLOCKED: which units are an item's
//   REGISTER_TILE                   1: an item's units advance together and share loaded values
//   TRANSPOSED                      1: the result is stored transposed
//   FLAT                            1: units are numbered in one dimension
//   SCRATCH                         floats of other local memory in use
//   GROUP_X, GROUP_Y                the work-group
//   CHUNKED_BASELINE                1: the baseline goes through the loops in the same chunks
//   CHUNK_OUTER, CHUNK_INNER        iterations of a chunk, which the cached variant stages at once
// and only for the cached variant:
//   WHOLE_OUTER, WHOLE_INNER        1 where that chunk is the whole loop
//   TILE_PADDING                    elements added to each row of the tile
//   BATCHED_COPY                    1: the copy has a compile-time trip count
//   COPY_WIDTH                      elements that one load of the copy moves: 1, 2 or 4
//   REMAPPED                        1: items take units in the order in which stores coalesce

// Home element of work unit (x, y) in iteration (i, j), as (row, column) of the target.
#define XY_REUSE 0      // (i, j)                  every unit reads the same elements
#define X_REUSE_ROW 1   // (y * N + i, j)          units along x share, each y has rows of its own
#define X_REUSE_COL 2   // (i, y * M + j)          units along x share, each y has columns of its own
#define Y_REUSE_ROW 3   // (x * N + i, j)          units along y share, each x has rows of its own
#define Y_REUSE_COL 4   // (i, x * M + j)          units along y share, each x has columns of its own
#define NO_REUSE_ROW 5  // (y * N + i, x * M + j)  each unit reads elements of its own
#define NO_REUSE_COL 6  // (x * N + i, y * M + j)  the same, transposed
#define RANK_K 7        // (y * N + i, j) times (x * N + i, j): two references to the one array

#define RECTANGLE 0
#define DIAMOND 1
#define STAR 2

#define REGISTER 0
#define MEMORY 1

#define CYCLIC 0
#define BLOCKED 1

#define EACH_UNIT 0
#define COLUMN 1
#define ROW 2

// ---- Elements: what is loaded, and the number that it stands for ----

#define FLOAT 0
#define FLOAT2 1
#define FLOAT4 2
#define DOUBLE 3
#define INT 4
#define SHORT 5
#define UCHAR4 6
#define STRUCT 7  // of six floats, all of which are read

// Where the loop body finds the target's elements.
#ifdef CACHED
#define SPACE __local
#else
#define SPACE __global
#endif

#if ELEMENT == FLOAT
typedef float element;
float value_of(SPACE const element* e) { return *e; }
#elif ELEMENT == FLOAT2
typedef float2 element;
float value_of(SPACE const element* e) { return dot(*e, (float2)(1.0f, 0.5f)); }
#elif ELEMENT == FLOAT4
typedef float4 element;
float value_of(SPACE const element* e) { return dot(*e, (float4)(1.0f, 0.5f, 0.25f, 0.125f)); }
#elif ELEMENT == DOUBLE
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
typedef double element;
float value_of(SPACE const element* e) { return (float)*e; }
#elif ELEMENT == INT
typedef int element;
float value_of(SPACE const element* e) { return (float)*e; }
#elif ELEMENT == SHORT
typedef short element;
float value_of(SPACE const element* e) { return (float)*e; }
#elif ELEMENT == UCHAR4
typedef uchar4 element;
float value_of(SPACE const element* e) {
  return dot(convert_float4(*e), (float4)(1.0f, 0.5f, 0.25f, 0.125f));
}
#else
typedef struct {
  float a, b, c, d, e, f;
} element;
float value_of(SPACE const element* e) {
  return e->a + e->b + e->c +  //
         e->d + e->e + e->f;
}
#endif

// ---- Units: which coordinate moves the home row and column of the two references ----

#if HOME == Y_REUSE_ROW || HOME == NO_REUSE_COL
#define ROW_OF(x, y) (x)
#elif HOME == X_REUSE_ROW || HOME == NO_REUSE_ROW || HOME == RANK_K
#define ROW_OF(x, y) (y)
#else
#define ROW_OF(x, y) 0
#endif

#if HOME == Y_REUSE_COL || HOME == NO_REUSE_ROW
#define COL_OF(x, y) (x)
#elif HOME == X_REUSE_COL || HOME == NO_REUSE_COL
#define COL_OF(x, y) (y)
#else
#define COL_OF(x, y) 0
#endif

#define MOVES_ALONG_X (ROW_OF(1, 0) || COL_OF(1, 0))
#define MOVES_ALONG_Y (ROW_OF(0, 1) || COL_OF(0, 1))

// An item's unit t lies at this place among the units of its group, along one axis.
#if DISTRIBUTION == BLOCKED
#define PLACE(item, t, items, units) ((item) * (units) + (t))
#define PLACE_STEP(items) 1
#else
#define PLACE(item, t, items, units) ((t) * (items) + (item))
#define PLACE_STEP(items) (items)
#endif

// Units that an item works on at once (a tile in registers), and one after the other.
#if REGISTER_TILE
#define TILE_X UNITS_X
#define TILE_Y UNITS_Y
#define STEPS_X 1
#define STEPS_Y 1
#else
#define TILE_X 1
#define TILE_Y 1
#define STEPS_X UNITS_X
#define STEPS_Y UNITS_Y
#endif

#ifdef TRIPS_OUTER
#define N TRIPS_OUTER
#define M TRIPS_INNER
#else
#define N n
#define M m
#endif

// ---- The rest of the kernel's work ----

// The context array has two bands of rows, for the loop's loads and for the epilogue's, so that no
// load of one repeats a load of the other. A row has a value for each of `places`: for each unit,
// or for each column or row of units, whose units then read the same.
#if CONTEXT_OF == COLUMN
#define PLACE_IN_CONTEXT(x, y) (x)
#define PLACES_IN_CONTEXT width
#elif CONTEXT_OF == ROW
#define PLACE_IN_CONTEXT(x, y) (y)
#define PLACES_IN_CONTEXT height
#else
#define PLACE_IN_CONTEXT(x, y) ((y) * width + (x))
#define PLACES_IN_CONTEXT (width * height)
#endif

// `count` contextual loads that neighbouring work-items make from neighbouring elements.
float add_coalesced(float sum, __global const float* context, int first, int count, int band,
                    int place, int places) {
  for (int c = 0; c < count; ++c) {
    sum += context[(band * CONTEXT_ROWS + ((first + c) & (CONTEXT_ROWS - 1))) * places + place];
  }
  return sum;
}

// `count` contextual loads that neighbouring work-items make far from each other.
float add_uncoalesced(float sum, __global const float* context, int first, int count, int band,
                      int place) {
  for (int c = 0; c < count; ++c) {
    sum += context[(place * 2 + band) * CONTEXT_ROWS + ((first + c) & (CONTEXT_ROWS - 1))];
  }
  return sum;
}

// `count` contextual loads that all work-items make from one element.
float add_uniform(float sum, __global const float* context, int first, int count, int band) {
  for (int c = 0; c < count; ++c) {
    sum += context[band * CONTEXT_ROWS + ((first + c) & (CONTEXT_ROWS - 1))];
  }
  return sum;
}

float compute(float sum, int flops, int special) {
  for (int c = 0; c < flops; ++c) sum = fma(sum, 0.99f, 0.25f);
  for (int c = 0; c < special; ++c) sum = rsqrt(fma(sum, sum, 1.0f));
  return sum;
}

// ---- The loop body ----

#if STENCIL == DIAMOND
#define REACH(dy) (RADIUS_COLS - (int)abs(dy))
#elif STENCIL == STAR
#define REACH(dy) ((dy) == 0 ? RADIUS_COLS : 0)
#else
#define REACH(dy) RADIUS_COLS
#endif

// The stencil around a home element: the sum of its elements. `home` is the home element, or with
// clamping the first element of the array and (row, col) the home element.
#if RADIUS_ROWS == 0 && RADIUS_COLS == 0
float window(SPACE const element* home, int pitch) { return value_of(home); }
#elif CLAMPED && !defined(CACHED)
float window(SPACE const element* first, int pitch, int row, int col, int rows, int cols) {
  float sum = 0.0f;
  for (int dy = -RADIUS_ROWS; dy <= RADIUS_ROWS; ++dy) {
    for (int dx = -REACH(dy); dx <= REACH(dy); ++dx) {
      sum += value_of(first + clamp(row + dy, 0, rows - 1) * pitch + clamp(col + dx, 0, cols - 1));
    }
  }
  return sum;
}
#else
float window(SPACE const element* home, int pitch) {
  float sum = 0.0f;
  for (int dy = -RADIUS_ROWS; dy <= RADIUS_ROWS; ++dy) {
    for (int dx = -REACH(dy); dx <= REACH(dy); ++dx) sum += value_of(home + dy * pitch + dx);
  }
  return sum;
}
#endif

#ifdef CACHED

// ---- Staging ----

// Units whose elements are staged at once, along each axis, and how far apart they are.
#if REGISTER_TILE
#define STAGED_X (GROUP_X * UNITS_X)
#define STAGED_Y (GROUP_Y * UNITS_Y)
#else
#define STAGED_X GROUP_X
#define STAGED_Y GROUP_Y
#endif
#if DISTRIBUTION == BLOCKED && !REGISTER_TILE
#define APART_X UNITS_X
#define APART_Y UNITS_Y
#else
#define APART_X 1
#define APART_Y 1
#endif

// Along each axis of the target a tile is made of blocks of SPAN elements: a block for each staged
// unit, or one block for all of them where their elements lie side by side (halos then overlap).
// UNIT_ROWS is the distance of two units' rows in the tile. Columns likewise.
#define ROW_UNITS (ROW_OF(1, 0) ? STAGED_X : ROW_OF(0, 1) ? STAGED_Y : 1)
#define ROW_APART (ROW_OF(1, 0) ? APART_X : ROW_OF(0, 1) ? APART_Y : 1)
#define COL_UNITS (COL_OF(1, 0) ? STAGED_X : COL_OF(0, 1) ? STAGED_Y : 1)
#define COL_APART (COL_OF(1, 0) ? APART_X : COL_OF(0, 1) ? APART_Y : 1)
#define ROWS_JOIN (WHOLE_OUTER && ROW_APART == 1)
#define COLS_JOIN (WHOLE_INNER && COL_APART == 1)

#define ROW_SPAN ((ROWS_JOIN ? ROW_UNITS * CHUNK_OUTER : CHUNK_OUTER) + 2 * RADIUS_ROWS)
#define COL_SPAN ((COLS_JOIN ? COL_UNITS * CHUNK_INNER : CHUNK_INNER) + 2 * RADIUS_COLS)
#define UNIT_ROWS (ROWS_JOIN ? CHUNK_OUTER : ROW_SPAN)
#define UNIT_COLS (COLS_JOIN ? CHUNK_INNER : COL_SPAN)
#define TILE_ROWS (ROWS_JOIN ? ROW_SPAN : ROW_UNITS * ROW_SPAN)
#define TILE_COLS (COLS_JOIN ? COL_SPAN : COL_UNITS * COL_SPAN)
#define TILE_PITCH (TILE_COLS + TILE_PADDING)

// The second reference of RANK_K: rows of the units along x.
#define SECOND_ROWS (STAGED_X * CHUNK_OUTER)

#define GROUP_ITEMS (GROUP_X * GROUP_Y)

// How the copy moves COPY_WIDTH elements.
#if COPY_WIDTH == 4
#define MOVE(to, from) vstore4(*(__global const float4*)(from), 0, to)
#elif COPY_WIDTH == 2
#define MOVE(to, from) vstore2(*(__global const float2*)(from), 0, to)
#else
#define MOVE(to, from) *(to) = *(from)
#endif

#if CLAMPED
#define SOURCE(row, col) (target + clamp(row, 0, rows - 1) * pitch + clamp(col, 0, cols - 1))
#else
#define SOURCE(row, col) (target + (row) * pitch + (col))
#endif

// The cooperative copy of tile_rows × tile_cols elements. The tile's element (r, c) is the target's
// (row + r / row_span * row_apart + r % row_span, …): spans are compile-time constants where this is
// inlined, so the divisions become multiplications, or vanish where there is one block.
void stage(__local element* tile, int tile_rows, int row_span, int row_apart, int tile_cols,
           int col_span, int col_apart, __global const element* target, int pitch, int row, int col,
           int rows, int cols) {
  const int tile_pitch = tile_cols + TILE_PADDING;
#if BATCHED_COPY
  const int item = get_local_id(1) * GROUP_X + get_local_id(0);
  const int count = tile_rows * tile_cols / COPY_WIDTH;
#pragma unroll
  for (int first = 0; first < count; first += GROUP_ITEMS) {
    if (count % GROUP_ITEMS == 0 || first + item < count) {
      const int r = (first + item) / (tile_cols / COPY_WIDTH);
      const int c = (first + item) % (tile_cols / COPY_WIDTH) * COPY_WIDTH;
      MOVE(tile + r * tile_pitch + c, SOURCE(row + r / row_span * row_apart + r % row_span,
                                             col + c / col_span * col_apart + c % col_span));
    }
  }
#else
  for (int r = get_local_id(1); r < tile_rows; r += get_local_size(1)) {
    const int from_row = row + r / row_span * row_apart + r % row_span;
    for (int c = get_local_id(0) * COPY_WIDTH; c < tile_cols; c += get_local_size(0) * COPY_WIDTH) {
      MOVE(tile + r * tile_pitch + c,
           SOURCE(from_row, col + c / col_span * col_apart + c % col_span));
    }
  }
#endif
}

#endif  // CACHED

// ---- The kernel ----

#if EXIT_CHECK
#define SEARCHING &&searching
#else
#define SEARCHING
#endif

#if ACCUMULATE == MEMORY
#define SUM(ty, tx, s) result[RESULT_OF(x, y)]
#else
#define SUM(ty, tx, s) sums[ty][tx][s]
#endif

#if TRANSPOSED
#define RESULT_OF(x, y) ((x) * height + (y))
#else
#define RESULT_OF(x, y) ((y) * width + (x))
#endif

// A padded target has a border as wide as the stencil reaches.
#if CLAMPED
#define BORDER_ROWS 0
#define BORDER_COLS 0
#else
#define BORDER_ROWS RADIUS_ROWS
#define BORDER_COLS RADIUS_COLS
#endif

// Loads that an iteration makes for an item's tile of units: those that share elements share loads.
#define LOADS_X (ROW_OF(1, 0) || COL_OF(1, 0) ? TILE_X : 1)
#define LOADS_Y (ROW_OF(0, 1) || COL_OF(0, 1) ? TILE_Y : 1)

// Where the elements of the item's tile unit (tx, ty) are: its coordinates, or its place in the
// group's tile.
#define UNIT(first, t, items) ((first) + (t)*PLACE_STEP(items))
#ifdef CACHED
#define ROW_AT(ty, tx) \
  (ROW_OF(UNIT(staged_x, tx, GROUP_X), UNIT(staged_y, ty, GROUP_Y)) * UNIT_ROWS + RADIUS_ROWS + ci)
#define COL_AT(ty, tx) \
  (COL_OF(UNIT(staged_x, tx, GROUP_X), UNIT(staged_y, ty, GROUP_Y)) * UNIT_COLS + RADIUS_COLS + cj)
#define WINDOW_AT(ty, tx, s) \
  window(tile + ROW_AT(ty, tx) * TILE_PITCH + COL_AT(ty, tx) + (s), TILE_PITCH)
#define SECOND_AT(tx, s) \
  value_of(second_tile + (UNIT(staged_x, tx, GROUP_X) * CHUNK_OUTER + ci) * TILE_PITCH + cj + (s))
#else
#define ROW_AT(ty, tx) (ROW_OF(UNIT(x, tx, GROUP_X), UNIT(y, ty, GROUP_Y)) * n + i)
#define COL_AT(ty, tx) (COL_OF(UNIT(x, tx, GROUP_X), UNIT(y, ty, GROUP_Y)) * m + j)
#if CLAMPED
#define WINDOW_AT(ty, tx, s) \
  window(target, pitch, ROW_AT(ty, tx), COL_AT(ty, tx) + (s), rows, cols)
#else
#define WINDOW_AT(ty, tx, s)                                                                   \
  window(target + (ROW_AT(ty, tx) + BORDER_ROWS) * pitch + COL_AT(ty, tx) + BORDER_COLS + (s), \
         pitch)
#endif
#define SECOND_AT(tx, s) \
  value_of(target + (UNIT(x, tx, GROUP_X) * n + i) * pitch + j + (s))
#endif

#if HOME == RANK_K
#define FACTOR(tx) second[tx]
#else
#define FACTOR(tx) 0.5f
#endif

// The cached variant goes through the loops chunk by chunk; the baseline does so, too, or its only
// chunk is the whole.
#if defined(CACHED) || CHUNKED_BASELINE
#define FOR_EACH_CHUNK                                                  \
  for (int chunk_i = 0; chunk_i < N; chunk_i += CHUNK_OUTER)            \
    for (int chunk_j = 0; chunk_j < M; chunk_j += CHUNK_INNER)
#else
#define FOR_EACH_CHUNK
#define chunk_i 0
#define chunk_j 0
#define CHUNK_OUTER N
#define CHUNK_INNER M
#endif

#if defined(CACHED) && BATCHED_COPY
__attribute__((reqd_work_group_size(GROUP_X, GROUP_Y, 1)))
#endif
__kernel void
synthetic(__global CONST element* RESTRICT target, __global CONST float* RESTRICT context,
          __global float* RESTRICT result, int n, int m, int pitch, int width, int height,
          float limit) {
  const int places = PLACES_IN_CONTEXT;
#if FLAT
  const int group_x = (int)get_global_id(0) / GROUP_X * GROUP_X % (width / UNITS_X) * UNITS_X;
  const int group_y = (int)get_global_id(0) / (width / UNITS_X) * UNITS_Y;
  const int item_x = get_local_id(0);
  const int item_y = 0;
#else
  const int group_x = get_group_id(0) * GROUP_X * UNITS_X;
  const int group_y = get_group_id(1) * GROUP_Y * UNITS_Y;
#if defined(CACHED) && REMAPPED
  const int item = get_local_id(1) * GROUP_X + get_local_id(0);
  const int item_x = item / GROUP_Y;
  const int item_y = item % GROUP_Y;
#else
  const int item_x = get_local_id(0);
  const int item_y = get_local_id(1);
#endif
#endif
  const int rows = (ROW_OF(1, 0) ? width : ROW_OF(0, 1) ? height : 1) * n;
  const int cols = (COL_OF(1, 0) ? width : COL_OF(0, 1) ? height : 1) * m;

#ifdef CACHED
  __local element tile[TILE_ROWS * TILE_PITCH];
#if HOME == RANK_K
  __local element second_tile[SECOND_ROWS * TILE_PITCH];
#endif
#endif
#if SCRATCH
  __local float scratch[SCRATCH];
#endif

  for (int step_y = 0; step_y < STEPS_Y; ++step_y) {
    for (int step_x = 0; step_x < STEPS_X; ++step_x) {
      // The first unit of the item's tile; the others are PLACE_STEP apart.
      const int x = group_x + PLACE(item_x, step_x, GROUP_X, UNITS_X);
      const int y = group_y + PLACE(item_y, step_y, GROUP_Y, UNITS_Y);
      const int place = PLACE_IN_CONTEXT(x, y);
      const int turn = step_y * STEPS_X + step_x;

#if ACCUMULATE == MEMORY
      SUM(0, 0, 0) = 0.0f;
#else
      float sums[TILE_Y][TILE_X][SUMS];
#pragma unroll
      for (int ty = 0; ty < TILE_Y; ++ty) {
#pragma unroll
        for (int tx = 0; tx < TILE_X; ++tx) {
#pragma unroll
          for (int s = 0; s < SUMS; ++s) sums[ty][tx][s] = 0.0f;
        }
      }
#endif
#if EXIT_CHECK
      bool searching = true;
#endif

#ifdef CACHED
      // The first unit that the group stages in this step, and this item's first among them.
      const int first_x = group_x + PLACE(0, step_x, GROUP_X, UNITS_X);
      const int first_y = group_y + PLACE(0, step_y, GROUP_Y, UNITS_Y);
      const int staged_x = (x - first_x) / APART_X;
      const int staged_y = (y - first_y) / APART_Y;
      const int first_row = ROW_OF(first_x, first_y) * n + BORDER_ROWS - RADIUS_ROWS;
      const int first_col = COL_OF(first_x, first_y) * m + BORDER_COLS - RADIUS_COLS;
#endif

      FOR_EACH_CHUNK {
#ifdef CACHED
        stage(tile, TILE_ROWS, ROW_SPAN, ROW_APART * n, TILE_COLS, COL_SPAN, COL_APART * m, target,
              pitch, first_row + chunk_i, first_col + chunk_j, rows, cols);
#if HOME == RANK_K
        stage(second_tile, SECOND_ROWS, CHUNK_OUTER, APART_X * n, CHUNK_INNER, CHUNK_INNER, m,
              target, pitch, first_x * n + chunk_i, chunk_j, rows, cols);
#endif
        barrier(CLK_LOCAL_MEM_FENCE);
#endif
        for (int ci = 0; ci < CHUNK_OUTER; ++ci) {
          for (int cj = 0; cj < CHUNK_INNER SEARCHING; cj += SUMS) {
            const int i = chunk_i + ci;
            const int j = chunk_j + cj;
#pragma unroll
            for (int s = 0; s < SUMS; ++s) {
              float loaded[LOADS_Y][LOADS_X];
#pragma unroll
              for (int ty = 0; ty < LOADS_Y; ++ty) {
#pragma unroll
                for (int tx = 0; tx < LOADS_X; ++tx) loaded[ty][tx] = WINDOW_AT(ty, tx, s);
              }
#if HOME == RANK_K
              float second[TILE_X];
#pragma unroll
              for (int tx = 0; tx < TILE_X; ++tx) second[tx] = SECOND_AT(tx, s);
#endif
              const int iteration = i * M + j + s;
#pragma unroll
              for (int ty = 0; ty < TILE_Y; ++ty) {
#pragma unroll
                for (int tx = 0; tx < TILE_X; ++tx) {
                  float sum = fma(loaded[ty % LOADS_Y][tx % LOADS_X], FACTOR(tx), SUM(ty, tx, s));
                  if (ty == 0 && tx == 0) {
                    sum = compute(sum, LOOP_FLOPS, LOOP_SPECIAL);
                    sum = add_coalesced(sum, context, iteration * LOOP_COALESCED, LOOP_COALESCED, 0,
                                        place, places);
                    sum = add_uncoalesced(sum, context, iteration * LOOP_UNCOALESCED,
                                          LOOP_UNCOALESCED, 0, place);
                    sum = add_uniform(sum, context, (turn + iteration) * LOOP_UNIFORM,
                                      LOOP_UNIFORM, 0);
                  }
                  SUM(ty, tx, s) = sum;
                }
              }
#if EXIT_CHECK
              searching = SUM(0, 0, s) <= limit;
#endif
            }
          }
        }
#ifdef CACHED
        // The tile is staged again in the next chunk or step.
        if (!(WHOLE_OUTER && WHOLE_INNER && STEPS_X == 1 && STEPS_Y == 1)) {
          barrier(CLK_LOCAL_MEM_FENCE);
        }
#endif
      }

#if ACCUMULATE == REGISTER
#pragma unroll
      for (int ty = 0; ty < TILE_Y; ++ty) {
#pragma unroll
        for (int tx = 0; tx < TILE_X; ++tx) {
          float sum = SUM(ty, tx, 0);
#pragma unroll
          for (int s = 1; s < SUMS; ++s) sum += SUM(ty, tx, s);
          if (ty == 0 && tx == 0) {
            sum = compute(sum, EPILOGUE_FLOPS, EPILOGUE_SPECIAL);
            sum = add_coalesced(sum, context, 0, EPILOGUE_COALESCED, 1, place, places);
            sum = add_uncoalesced(sum, context, 0, EPILOGUE_UNCOALESCED, 1, place);
            sum = add_uniform(sum, context, turn * EPILOGUE_UNIFORM, EPILOGUE_UNIFORM, 1);
          }
#if SCRATCH
          // Neighbours exchange their sums through the other local memory.
          const int me = item_y * GROUP_X + item_x;
          scratch[me] = sum;
          barrier(CLK_LOCAL_MEM_FENCE);
          sum += scratch[(me + 1) % (GROUP_X * GROUP_Y)];
          barrier(CLK_LOCAL_MEM_FENCE);
#endif
          result[RESULT_OF(x + tx * PLACE_STEP(GROUP_X), y + ty * PLACE_STEP(GROUP_Y))] = sum;
        }
      }
#endif
    }
  }
}
