// Shortest paths by tables: the sum is a minimum and the product a sum.
//
//   min_plus  dist[i][j] = min(dist[i][j], min over k < INNER of to(i, k) + from[k][j]). With the
//             copies of a pivot's (or a block of pivots') column and row it is a pass of the
//             all-pairs shortest paths; with INNER large, a product of two matrices of lengths.
//             With PATHS, via[i][j] is the first k that has the minimum, where it is less.
//   path_row  a row of cheapest paths down through maps of costs: after[m][x] = cost[m][x] + min
//             over -RADIUS <= d <= RADIUS of before[m][x + d] + |d| penalty, x + d cut to the map,
//             and the move that has it.
//
// A work-group of min_plus computes BX columns of BY * UNITS rows, each work-item one column of
// UNITS rows, BY apart; with SWAP 1 BX rows of BY * UNITS columns. A work-group of path_row
// computes BX * UNITS places of BY maps, each work-item UNITS places, BX apart.
//
//   BX, BY      work-group
//   UNITS       results of a work-item; 1 except in STYLE 1
//   ELEMENT     of the lengths: int, float or ushort
//   INNER       pivots; also passed at run time, which all but STYLE 1 use
//   TILE        pivots whose elements are staged at once: INNER or a divisor of it
//   N           columns (places of a row), for STYLE 1
//   BY_PIVOT    `to` holds a row for each pivot, to[k][i], and not one for each i, to[i][k]
//   SWAP        the first dimension goes over rows
//   PATHS       1: note the pivots, too
//   PAD         elements added to each row of the local tile of `to`
//   COPY        elements that one load of a batched copy moves: 1, or 4 in STYLE 1
//   RADIUS      also passed at run time, which all but STYLE 1 use
//   CACHE_TO, CACHE_FROM, CACHE_BEFORE  stage that array in local memory
//   STYLE       0  textbook: restrict, minima in registers, guards for any size, loops with
//                  run-time bounds
//               1  tuned: restrict, minima in registers, sizes are multiples of the block,
//                  everything known at compile time
//               2  quick hack: no qualifiers, minima in global memory, guards, loops with run-time
//                  bounds
//               3  quick hack with a tuned copy

#define BATCHED (STYLE == 1 || STYLE == 3)
#define IN_MEMORY (STYLE >= 2)

#if STYLE < 2
#define INPUT(type) __global const type* restrict
#define OUTPUT(type) __global type* restrict
#else
#define INPUT(type) __global type*
#define OUTPUT(type) __global type*
#endif

#if BATCHED
#define GROUP_SIZE __attribute__((reqd_work_group_size(BX, BY, 1)))
#else
#define GROUP_SIZE
#endif

#ifdef PATH_ROW

#if STYLE == 1
#define WIDTH N
#define REACH RADIUS
#define INSIDE(x, m) true
#else
#define WIDTH width
#define REACH radius
#define INSIDE(x, m) ((x) < width && (m) < maps)
#endif

#define BLOCK (BX * UNITS)
#define SPAN (BLOCK + 2 * RADIUS)

__kernel GROUP_SIZE void path_row(INPUT(ELEMENT) before, INPUT(uchar) cost, OUTPUT(ELEMENT) after,
                                  OUTPUT(uchar) moves, const int maps, const int width,
                                  const int radius, const int penalty) {
  const int lx = get_local_id(0), ly = get_local_id(1);
  const int first_x = get_group_id(0) * BLOCK, first_map = get_group_id(1) * BY;
  const int m = first_map + ly;
#define X(unit) (first_x + (unit) * BX + lx)
#define AT(unit) (m * WIDTH + X(unit))

#ifdef CACHE_BEFORE
  __local ELEMENT tile[BY * SPAN];
#if BATCHED
#pragma unroll
  for (int start = 0; start < BY * SPAN; start += BX * BY) {
    const int e = start + ly * BX + lx;
    if (e < BY * SPAN) {
      const int row = e / SPAN, x = first_x + e % SPAN - RADIUS;
#if STYLE == 1
      tile[e] = before[(first_map + row) * N + clamp(x, 0, N - 1)];
#else
      if (first_map + row < maps) {
        tile[e] = before[(first_map + row) * width + clamp(x, 0, width - 1)];
      }
#endif
    }
  }
#elif STYLE == 0
  for (int e = lx; e < BLOCK + 2 * radius; e += get_local_size(0)) {
    const int x = clamp(first_x + e - radius, 0, width - 1);
    if (m < maps) tile[ly * SPAN + e] = before[m * width + x];
  }
#else
  // Each its own place, and the first ones the two ends.
  if (m < maps) {
    tile[ly * SPAN + radius + lx] = before[m * width + min(first_x + lx, width - 1)];
    for (int e = lx; e < radius; e += get_local_size(0)) {
      tile[ly * SPAN + e] = before[m * width + max(first_x + e - radius, 0)];
      tile[ly * SPAN + BX + radius + e] = before[m * width + min(first_x + BX + e, width - 1)];
    }
  }
#endif
  barrier(CLK_LOCAL_MEM_FENCE);
#define BEFORE(unit, d) tile[ly * SPAN + (unit) * BX + lx + REACH + (d)]
#else
#define BEFORE(unit, d) before[m * WIDTH + clamp(X(unit) + (d), 0, WIDTH - 1)]
#endif

#if IN_MEMORY
  if (INSIDE(X(0), m)) {
    after[AT(0)] = BEFORE(0, -radius) + radius * penalty;
    moves[AT(0)] = 0;
    for (int d = 1 - radius; d <= radius; ++d) {
      const ELEMENT sum = BEFORE(0, d) + abs(d) * penalty;
      if (sum < after[AT(0)]) {
        after[AT(0)] = sum;
        moves[AT(0)] = d + radius;
      }
    }
    after[AT(0)] += cost[AT(0)];
  }
#else
  if (INSIDE(X(0), m)) {
#pragma unroll
    for (int unit = 0; unit < UNITS; ++unit) {
      ELEMENT best = BEFORE(unit, -REACH) + REACH * penalty;
      int move = -REACH;
#if STYLE == 1
#pragma unroll 16
#endif
      for (int d = 1 - REACH; d <= REACH; ++d) {
        const ELEMENT sum = BEFORE(unit, d) + (ELEMENT)abs(d) * penalty;
        if (sum < best) {
          best = sum;
          move = d;
        }
      }
      after[AT(unit)] = best + cost[AT(unit)];
      moves[AT(unit)] = move + REACH;
    }
  }
#endif
}

#else

#if STYLE == 1
#define COLUMNS N
#define PIVOTS INNER
#define INSIDE(i, j) true
#else
#define COLUMNS columns
#define PIVOTS inner
#define INSIDE(i, j) ((i) < rows && (j) < columns)
#endif

#if SWAP
#define BLOCK_ROWS BX
#define BLOCK_COLUMNS (BY * UNITS)
#define ROW(unit) lx
#define COLUMN(unit) (ly + (unit) * BY)
#define ROW_GROUP get_group_id(0)
#define COLUMN_GROUP get_group_id(1)
#else
#define BLOCK_ROWS (BY * UNITS)
#define BLOCK_COLUMNS BX
#define ROW(unit) (ly + (unit) * BY)
#define COLUMN(unit) lx
#define ROW_GROUP get_group_id(1)
#define COLUMN_GROUP get_group_id(0)
#endif

// Of path lengths in ushort, 65535 is no path.
#define IS_ushort 1
#define IS_int 0
#define IS_float 0
#define PASTE(a, b) a##b
#define JOIN(a, b) PASTE(a, b)
#if JOIN(IS_, ELEMENT)
#define ADD(a, b) add_sat(a, b)
#else
#define ADD(a, b) ((a) + (b))
#endif

#if defined(CACHE_TO) || defined(CACHE_FROM)
#define CACHED
// The group copies height x width elements into `tile`, of which the first present_height x
// present_width exist.
static inline void stage(__local ELEMENT* tile, int tile_pitch, __global const ELEMENT* source,
                         int source_pitch, int height, int width, int present_height,
                         int present_width) {
#if BATCHED
  const int item = get_local_id(1) * BX + get_local_id(0);
  const int loads = height * width / COPY;
#pragma unroll
  for (int first = 0; first < loads; first += BX * BY) {
    if (loads % (BX * BY) == 0 || first + item < loads) {
      const int row = (first + item) / (width / COPY);
      const int column = (first + item) % (width / COPY) * COPY;
#if COPY == 4
      const JOIN(ELEMENT, 4) part =
          *(__global const JOIN(ELEMENT, 4)*)(source + row * source_pitch + column);
      vstore4(part, 0, tile + row * tile_pitch + column);
#else
      if (row < present_height && column < present_width) {
        tile[row * tile_pitch + column] = source[row * source_pitch + column];
      }
#endif
    }
  }
#elif STYLE == 0
  const int item = get_local_id(1) * get_local_size(0) + get_local_id(0);
  const int items = get_local_size(0) * get_local_size(1);
  for (int e = item; e < height * width; e += items) {
    const int row = e / width, column = e % width;
    if (row < present_height && column < present_width) {
      tile[row * tile_pitch + column] = source[row * source_pitch + column];
    }
  }
#else
  for (int row = get_local_id(1); row < present_height; row += get_local_size(1)) {
    for (int column = get_local_id(0); column < present_width; column += get_local_size(0)) {
      tile[row * tile_pitch + column] = source[row * source_pitch + column];
    }
  }
#endif
}
#endif

// Without CACHED, or where all pivots are staged at once, there is but one chunk.
#if defined(CACHED) && TILE < INNER
#define CHUNKED 1
#define STEPS TILE
#else
#define CHUNKED 0
#define STEPS PIVOTS
#endif

__kernel GROUP_SIZE void min_plus(INPUT(ELEMENT) to, INPUT(ELEMENT) from, OUTPUT(ELEMENT) dist,
                                  OUTPUT(int) via, const int rows, const int columns,
                                  const int inner) {
  const int lx = get_local_id(0), ly = get_local_id(1);
  const int first_row = ROW_GROUP * BLOCK_ROWS, first_column = COLUMN_GROUP * BLOCK_COLUMNS;
#define I(unit) (first_row + ROW(unit))
#define J(unit) (first_column + COLUMN(unit))
#define AT(unit) (I(unit) * COLUMNS + J(unit))

#if STYLE == 1
#define PRESENT_ROWS BLOCK_ROWS
#define PRESENT_COLUMNS BLOCK_COLUMNS
#else
#define PRESENT_ROWS min(BLOCK_ROWS, rows - first_row)
#define PRESENT_COLUMNS min(BLOCK_COLUMNS, columns - first_column)
#endif

#ifdef CACHE_TO
#if BY_PIVOT
  __local ELEMENT to_tile[TILE * (BLOCK_ROWS + PAD)];
#define TO(unit) to_tile[k * (BLOCK_ROWS + PAD) + ROW(unit)]
#else
  __local ELEMENT to_tile[BLOCK_ROWS * (TILE + PAD)];
#define TO(unit) to_tile[ROW(unit) * (TILE + PAD) + k]
#endif
#elif BY_PIVOT
#define TO(unit) to[(start + k) * rows + I(unit)]
#else
#define TO(unit) to[I(unit) * PIVOTS + start + k]
#endif

#ifdef CACHE_FROM
  __local ELEMENT from_tile[TILE * BLOCK_COLUMNS];
#define FROM(unit) from_tile[k * BLOCK_COLUMNS + COLUMN(unit)]
#else
#define FROM(unit) from[(start + k) * COLUMNS + J(unit)]
#endif

#if !IN_MEMORY
  ELEMENT least[UNITS];
#if PATHS
  int least_via[UNITS];
#endif
  if (INSIDE(I(0), J(0))) {
#pragma unroll
    for (int unit = 0; unit < UNITS; ++unit) {
      least[unit] = dist[AT(unit)];
#if PATHS
      least_via[unit] = -1;
#endif
    }
  }
#endif

#if CHUNKED
  for (int start = 0; start < PIVOTS; start += TILE)
#else
  const int start = 0;
#endif
  {
#ifdef CACHE_TO
#if BY_PIVOT
    stage(to_tile, BLOCK_ROWS + PAD, to + start * rows + first_row, rows, TILE, BLOCK_ROWS, TILE,
          PRESENT_ROWS);
#else
    stage(to_tile, TILE + PAD, to + first_row * PIVOTS + start, PIVOTS, BLOCK_ROWS, TILE,
          PRESENT_ROWS, TILE);
#endif
    barrier(CLK_LOCAL_MEM_FENCE);
#elif defined(CACHE_FROM)
    stage(from_tile, BLOCK_COLUMNS, from + start * COLUMNS + first_column, COLUMNS, TILE,
          BLOCK_COLUMNS, TILE, PRESENT_COLUMNS);
    barrier(CLK_LOCAL_MEM_FENCE);
#endif
    if (INSIDE(I(0), J(0))) {
#if STYLE == 1
#pragma unroll 16
#endif
      for (int k = 0; k < STEPS; ++k) {
#if IN_MEMORY
        const ELEMENT length = ADD(TO(0), FROM(0));
        if (length < dist[AT(0)]) {
          dist[AT(0)] = length;
#if PATHS
          via[AT(0)] = start + k;
#endif
        }
#else
#pragma unroll
        for (int unit = 0; unit < UNITS; ++unit) {
          const ELEMENT length = ADD(TO(unit), FROM(unit));
#if PATHS
          if (length < least[unit]) {
            least[unit] = length;
            least_via[unit] = start + k;
          }
#else
          least[unit] = min(least[unit], length);
#endif
        }
#endif
      }
    }
#if CHUNKED
    barrier(CLK_LOCAL_MEM_FENCE);
#endif
  }

#if !IN_MEMORY
  if (INSIDE(I(0), J(0))) {
#pragma unroll
    for (int unit = 0; unit < UNITS; ++unit) {
      dist[AT(unit)] = least[unit];
#if PATHS
      if (least_via[unit] >= 0) via[AT(unit)] = least_via[unit];
#endif
    }
  }
#endif
}

#endif
