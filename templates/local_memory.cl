// The template of lmtune's synthetic benchmarks: a 2-D grid of work units that read one array, the
// target, in a loop nest. Compiled as it is, it reads the target from global memory (the baseline);
// with -DCACHED each work-group stages the region it needs in local memory first. All the rest is
// shared by the two.
//
// What a benchmark chooses by -D (docs/template.md tells the ranges):
//   HOME                            home access pattern, one of the seven names below
//   RADIUS_ROWS, RADIUS_COLS        stencil: a rectangle of ±RADIUS_ROWS by ±RADIUS_COLS around home
//   TRIPS_OUTER, TRIPS_INNER        trip counts N and M; without them they are the arguments n and m
//   QUALIFIER                       restrict, or nothing
//   LOOP_FLOPS, EPILOGUE_FLOPS      fused multiply-adds in each inner iteration, and after the loops
//   LOOP_COALESCED, LOOP_UNCOALESCED, EPILOGUE_COALESCED, EPILOGUE_UNCOALESCED   contextual loads
//   GROUP_X, GROUP_Y                the work-group
// and only for the cached variant:
//   CHUNK_OUTER, CHUNK_INNER        iterations staged at once
//   WHOLE_OUTER, WHOLE_INNER        1 where that chunk is the whole loop
//   TILE_PADDING                    elements added to each row of the tile
//   BATCHED_COPY                    1: the copy has a compile-time trip count

// Home element of work unit (x, y) in iteration (i, j), as (row, column) of the target.
#define XY_REUSE 0      // (i, j)                  every unit reads the same elements
#define X_REUSE_ROW 1   // (y * N + i, j)          units along x share, each y has rows of its own
#define X_REUSE_COL 2   // (i, y * M + j)          units along x share, each y has columns of its own
#define Y_REUSE_ROW 3   // (x * N + i, j)          units along y share, each x has rows of its own
#define Y_REUSE_COL 4   // (i, x * M + j)          units along y share, each x has columns of its own
#define NO_REUSE_ROW 5  // (y * N + i, x * M + j)  each unit reads elements of its own
#define NO_REUSE_COL 6  // (x * N + i, y * M + j)  the same, transposed

// Which unit coordinate moves the home row and the home column: the unit's, the first unit's of the
// group, and the number of different ones in the group.
#if HOME == Y_REUSE_ROW || HOME == NO_REUSE_COL
#define ROW_UNIT(x, y) (x)
#define ROW_UNITS GROUP_X
#elif HOME == X_REUSE_ROW || HOME == NO_REUSE_ROW
#define ROW_UNIT(x, y) (y)
#define ROW_UNITS GROUP_Y
#else
#define ROW_UNIT(x, y) 0
#define ROW_UNITS 1
#endif

#if HOME == Y_REUSE_COL || HOME == NO_REUSE_ROW
#define COL_UNIT(x, y) (x)
#define COL_UNITS GROUP_X
#elif HOME == X_REUSE_COL || HOME == NO_REUSE_COL
#define COL_UNIT(x, y) (y)
#define COL_UNITS GROUP_Y
#else
#define COL_UNIT(x, y) 0
#define COL_UNITS 1
#endif

#ifdef TRIPS_OUTER
#define N TRIPS_OUTER
#define M TRIPS_INNER
#else
#define N n
#define M m
#endif

// The context array has two bands of rows, for the loop's loads and for the epilogue's, so that no
// load of one repeats a load of the other.
#define CONTEXT_ROWS 16

// Where the loop body finds the target's elements.
#ifdef CACHED
#define SPACE __local
#else
#define SPACE __global
#endif

// `count` contextual loads that neighbouring work-items make from neighbouring elements.
float add_coalesced(float sum, __global const float* context, int first, int count, int band,
                    int unit, int units) {
  for (int c = 0; c < count; ++c) {
    sum += context[(band * CONTEXT_ROWS + ((first + c) & (CONTEXT_ROWS - 1))) * units + unit];
  }
  return sum;
}

// `count` contextual loads that neighbouring work-items make far from each other.
float add_uncoalesced(float sum, __global const float* context, int first, int count, int band,
                      int unit) {
  for (int c = 0; c < count; ++c) {
    sum += context[(unit * 2 + band) * CONTEXT_ROWS + ((first + c) & (CONTEXT_ROWS - 1))];
  }
  return sum;
}

float compute(float sum, int count) {
  for (int c = 0; c < count; ++c) sum = fma(sum, 0.99f, 0.25f);
  return sum;
}

// One inner iteration of one work unit. `home` is its home element less the stencil's radius.
float iterate(float sum, SPACE const float* home, int pitch, __global const float* context,
              int iteration, int unit, int units) {
  for (int dy = 0; dy <= 2 * RADIUS_ROWS; ++dy) {
    for (int dx = 0; dx <= 2 * RADIUS_COLS; ++dx) {
      sum = fma(home[dy * pitch + dx], 0.5f, sum);
    }
  }
  sum = compute(sum, LOOP_FLOPS);
  sum = add_coalesced(sum, context, iteration * LOOP_COALESCED, LOOP_COALESCED, 0, unit, units);
  return add_uncoalesced(sum, context, iteration * LOOP_UNCOALESCED, LOOP_UNCOALESCED, 0, unit);
}

#ifdef CACHED

// Rows of the tile come in blocks: a block for each of the group's units where a chunk is a part of
// the loop, one block for all of them where it is the whole loop (their rows then lie side by side,
// and halos overlap). UNIT_ROWS is the distance of two units' rows in the tile. Columns likewise.
#if WHOLE_OUTER
#define ROW_BLOCKS 1
#define ROW_SPAN (ROW_UNITS * CHUNK_OUTER + 2 * RADIUS_ROWS)
#define UNIT_ROWS CHUNK_OUTER
#else
#define ROW_BLOCKS ROW_UNITS
#define ROW_SPAN (CHUNK_OUTER + 2 * RADIUS_ROWS)
#define UNIT_ROWS ROW_SPAN
#endif
#if WHOLE_INNER
#define COL_BLOCKS 1
#define COL_SPAN (COL_UNITS * CHUNK_INNER + 2 * RADIUS_COLS)
#define UNIT_COLS CHUNK_INNER
#else
#define COL_BLOCKS COL_UNITS
#define COL_SPAN (CHUNK_INNER + 2 * RADIUS_COLS)
#define UNIT_COLS COL_SPAN
#endif

#define TILE_ROWS (ROW_BLOCKS * ROW_SPAN)
#define TILE_COLS (COL_BLOCKS * COL_SPAN)
#define TILE_PITCH (TILE_COLS + TILE_PADDING)
#define GROUP_ITEMS (GROUP_X * GROUP_Y)
#define COPIES ((TILE_ROWS * TILE_COLS + GROUP_ITEMS - 1) / GROUP_ITEMS)

// Offsets in the target, from the group's first element of the chunk, of a tile row and column.
// Spans are compile-time constants, so these divisions become multiplications.
#define ROW_OFFSET(r) ((r) / ROW_SPAN * n + (r) % ROW_SPAN)
#define COL_OFFSET(c) ((c) / COL_SPAN * m + (c) % COL_SPAN)

// The cooperative copy. `first` is the group's first element of the chunk, halo included.
void stage(__local float* tile, __global const float* first, int pitch, int n, int m) {
  const int local_x = get_local_id(0);
  const int local_y = get_local_id(1);
#if BATCHED_COPY
  const int item = local_y * GROUP_X + local_x;
#pragma unroll
  for (int copy = 0; copy < COPIES; ++copy) {
    const int t = copy * GROUP_ITEMS + item;
    if (COPIES * GROUP_ITEMS == TILE_ROWS * TILE_COLS || t < TILE_ROWS * TILE_COLS) {
      const int r = t / TILE_COLS;
      const int c = t % TILE_COLS;
      tile[r * TILE_PITCH + c] = first[ROW_OFFSET(r) * pitch + COL_OFFSET(c)];
    }
  }
#else
  for (int r = local_y; r < TILE_ROWS; r += get_local_size(1)) {
    __global const float* row = first + ROW_OFFSET(r) * pitch;
    for (int c = local_x; c < TILE_COLS; c += get_local_size(0)) {
      tile[r * TILE_PITCH + c] = row[COL_OFFSET(c)];
    }
  }
#endif
}

#endif  // CACHED

#if defined(CACHED) && BATCHED_COPY
__attribute__((reqd_work_group_size(GROUP_X, GROUP_Y, 1)))
#endif
__kernel void
synthetic(__global const float* QUALIFIER target, __global const float* QUALIFIER context,
          __global float* QUALIFIER result, int n, int m, int pitch) {
  const int x = get_global_id(0);
  const int y = get_global_id(1);
  const int unit = y * get_global_size(0) + x;
  const int units = get_global_size(0) * get_global_size(1);
  float sum = 0.0f;

#ifdef CACHED
  __local float tile[TILE_ROWS * TILE_PITCH];
  const int group_x = get_group_id(0) * GROUP_X;
  const int group_y = get_group_id(1) * GROUP_Y;
  __global const float* group_first =
      target + ROW_UNIT(group_x, group_y) * n * pitch + COL_UNIT(group_x, group_y) * m;
  __local const float* unit_tile = tile + ROW_UNIT(x - group_x, y - group_y) * UNIT_ROWS * TILE_PITCH +
                                   COL_UNIT(x - group_x, y - group_y) * UNIT_COLS;
  for (int first_i = 0; first_i < N; first_i += CHUNK_OUTER) {
    for (int first_j = 0; first_j < M; first_j += CHUNK_INNER) {
      stage(tile, group_first + first_i * pitch + first_j, pitch, n, m);
      barrier(CLK_LOCAL_MEM_FENCE);
      for (int i = 0; i < CHUNK_OUTER; ++i) {
        for (int j = 0; j < CHUNK_INNER; ++j) {
          sum = iterate(sum, unit_tile + i * TILE_PITCH + j, TILE_PITCH, context,
                        (first_i + i) * M + first_j + j, unit, units);
        }
      }
#if !(WHOLE_OUTER && WHOLE_INNER)
      barrier(CLK_LOCAL_MEM_FENCE);
#endif
    }
  }
#else
  __global const float* unit_first = target + ROW_UNIT(x, y) * n * pitch + COL_UNIT(x, y) * m;
  for (int i = 0; i < N; ++i) {
    for (int j = 0; j < M; ++j) {
      sum = iterate(sum, unit_first + i * pitch + j, pitch, context, i * M + j, unit, units);
    }
  }
#endif

  sum = compute(sum, EPILOGUE_FLOPS);
  sum = add_coalesced(sum, context, 0, EPILOGUE_COALESCED, 1, unit, units);
  sum = add_uncoalesced(sum, context, 0, EPILOGUE_UNCOALESCED, 1, unit);
  result[unit] = sum;
}
