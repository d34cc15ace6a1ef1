// Explicit time steps on a grid of nx x ny cells, x fastest, with further arrays beside the one whose
// neighbours are read. One kernel in three forms:
//
//   (none)  conduction in a plate that is heated cell by cell (`power`); beyond the border the border's
//           cells go on
//   NINE    diffusion with nine points and a coefficient for each cell; border cells stay as they are
//   FIELDS  one half of a time step of an electromagnetic wave: both components of the electric field
//           (ex, ey) change in place by differences of the magnetic one (h), in a medium given cell by
//           cell; the components on the lower borders stay as they are
//
// A work-group handles BX x (BY * UNITS) cells, each work-item UNITS cells of a column.
//
//   REAL     float or double
//   BX, BY   work-group
//   UNITS    cells of a work-item, one below the other
//   FACES    1: stage the block and its four sides by straight-line code, each item its own cells and
//            those at the edge one more; 0: stage the whole box in loops (always so for FIELDS)
//   CACHE_T  stage the temperature or density `t` in local memory
//   CACHE_H  stage the magnetic field `h` in local memory
//   STYLE    0  textbook: restrict, sums in registers, any size, copies with run-time bounds
//            1  tuned: restrict, sums in registers, sizes are multiples of the block, copies known at
//               compile time
//            2  quick hack: no qualifiers, sums in the results, any size, copies with run-time bounds
//            3  quick hack with a tuned copy

#define BATCHED (STYLE == 1 || STYLE == 3)
#define SUM_IN_RESULT (STYLE >= 2)
#define GUARDED (STYLE != 1)

#if STYLE < 2
#define INPUT __global const REAL* restrict
#define OUTPUT __global REAL* restrict
#else
#define INPUT __global REAL*
#define OUTPUT __global REAL*
#endif

#if BATCHED
#define GROUP_SIZE __attribute__((reqd_work_group_size(BX, BY, 1)))
#else
#define GROUP_SIZE
#endif

#define BLOCK_Y (BY * UNITS)

// Cells that the box has before the block (in x and in y) and in all.
#ifdef FIELDS
#define TILE_X (BX + 1)
#define TILE_Y (BLOCK_Y + 1)
#else
#define TILE_X (BX + 2)
#define TILE_Y (BLOCK_Y + 2)
#endif

// Copies one cell of the tile, counted from its corner, which is cell (corner_x, corner_y).
static inline void stage_cell(__local REAL* tile, __global const REAL* source, int nx, int ny,
                              int corner_x, int corner_y, int x, int y) {
  int from_x = corner_x + x, from_y = corner_y + y;
#if defined(NINE) || defined(FIELDS)
  // Nobody reads cells that are not there.
  if (from_x < 0 || from_y < 0 || from_x >= nx || from_y >= ny) return;
#else
  from_x = clamp(from_x, 0, nx - 1);
  from_y = clamp(from_y, 0, ny - 1);
#endif
  tile[y * TILE_X + x] = source[from_y * nx + from_x];
}

#define STAGE_CELL(x, y) stage_cell(tile, source, nx, ny, corner_x, corner_y, x, y)

// The group copies its block and what is around it into `tile`.
static inline void stage(__local REAL* tile, __global const REAL* source, int nx, int ny,
                         int corner_x, int corner_y) {
  const int item_x = get_local_id(0), item_y = get_local_id(1);
#if FACES
#pragma unroll
  for (int unit = 0; unit < UNITS; ++unit) {
    const int y = item_y * UNITS + unit + 1;
    STAGE_CELL(item_x + 1, y);
    if (item_x == 0) STAGE_CELL(0, y);
    if (item_x == BX - 1) STAGE_CELL(BX + 1, y);
  }
  if (item_y == 0) STAGE_CELL(item_x + 1, 0);
  if (item_y == BY - 1) STAGE_CELL(item_x + 1, BLOCK_Y + 1);
#elif BATCHED
  const int item = item_y * BX + item_x;
#pragma unroll
  for (int first = 0; first < TILE_X * TILE_Y; first += BX * BY) {
    const int cell = first + item;
    if (cell < TILE_X * TILE_Y) STAGE_CELL(cell % TILE_X, cell / TILE_X);
  }
#else
  for (int y = item_y; y < TILE_Y; y += get_local_size(1)) {
    for (int x = item_x; x < TILE_X; x += get_local_size(0)) STAGE_CELL(x, y);
  }
#endif
}

#if defined(CACHE_T) || defined(CACHE_H)
#define CACHED
#endif

#ifdef FIELDS

__kernel GROUP_SIZE void fields(INPUT h, INPUT medium, OUTPUT ex, OUTPUT ey, const int nx,
                                const int ny) {
  const int x = get_global_id(0);
  const int first_y = get_global_id(1) * UNITS;

#ifdef CACHED
  __local REAL tile[TILE_X * TILE_Y];
  stage(tile, h, nx, ny, (int)(get_group_id(0) * BX) - 1, (int)(get_group_id(1) * BLOCK_Y) - 1);
  barrier(CLK_LOCAL_MEM_FENCE);
#define H(dx, dy) \
  tile[(get_local_id(1) * UNITS + unit + 1 + (dy)) * TILE_X + get_local_id(0) + 1 + (dx)]
#else
#define H(dx, dy) h[at + (dy) * nx + (dx)]
#endif

#pragma unroll
  for (int unit = 0; unit < UNITS; ++unit) {
    const int y = first_y + unit;
    const int at = y * nx + x;
#if GUARDED
    if (x >= nx || y >= ny) return;
#endif
    // The store to ex may change h and the medium for all that a hack says.
    if (y > 0) ex[at] = fma(medium[at], H(0, 0) - H(0, -1), ex[at]);
    if (x > 0) ey[at] = fma(medium[at], H(-1, 0) - H(0, 0), ey[at]);
  }
}

#else

__kernel GROUP_SIZE void diffusion(INPUT t,
#ifdef NINE
                                   INPUT coefficient, OUTPUT out, const int nx, const int ny,
                                   const REAL side_weight, const REAL corner_weight
#else
                                   INPUT power, OUTPUT out, const int nx, const int ny,
                                   const REAL keep, const REAL heating, const REAL weight_x,
                                   const REAL weight_y, const REAL gain
#endif
) {
  const int x = get_global_id(0);
  const int first_y = get_global_id(1) * UNITS;

#ifdef CACHED
  __local REAL tile[TILE_X * TILE_Y];
  stage(tile, t, nx, ny, (int)(get_group_id(0) * BX) - 1, (int)(get_group_id(1) * BLOCK_Y) - 1);
  barrier(CLK_LOCAL_MEM_FENCE);
#define T(dx, dy) \
  tile[(get_local_id(1) * UNITS + unit + 1 + (dy)) * TILE_X + get_local_id(0) + 1 + (dx)]
#elif defined(NINE)
#define T(dx, dy) t[at + (dy) * nx + (dx)]
#else
#define T(dx, dy) t[clamp(y + (dy), 0, ny - 1) * nx + clamp(x + (dx), 0, nx - 1)]
#endif

#if SUM_IN_RESULT
#define DECLARE_SUM
#define SUM out[at]
#define STORE_SUM
#else
#define DECLARE_SUM REAL sum
#define SUM sum
#define STORE_SUM out[at] = sum
#endif

#pragma unroll
  for (int unit = 0; unit < UNITS; ++unit) {
    const int y = first_y + unit;
    const int at = y * nx + x;
#ifdef NINE
    if (x > 0 && y > 0 && x < nx - 1 && y < ny - 1) {
      DECLARE_SUM;
      SUM = -T(0, 0);
      SUM = fma(side_weight, T(0, -1), SUM);
      SUM = fma(side_weight, T(-1, 0), SUM);
      SUM = fma(side_weight, T(1, 0), SUM);
      SUM = fma(side_weight, T(0, 1), SUM);
      SUM = fma(corner_weight, T(-1, -1), SUM);
      SUM = fma(corner_weight, T(1, -1), SUM);
      SUM = fma(corner_weight, T(-1, 1), SUM);
      SUM = fma(corner_weight, T(1, 1), SUM);
      SUM = fma(coefficient[at], SUM, T(0, 0));
      STORE_SUM;
    }
#else
#if GUARDED
    if (x >= nx || y >= ny) return;
#endif
    DECLARE_SUM;
    SUM = fma(heating, power[at], gain);
    SUM = fma(keep, T(0, 0), SUM);
    SUM = fma(weight_x, T(-1, 0), SUM);
    SUM = fma(weight_x, T(1, 0), SUM);
    SUM = fma(weight_y, T(0, -1), SUM);
    SUM = fma(weight_y, T(0, 1), SUM);
    STORE_SUM;
#endif
  }
}

#endif
