// 7-point stencil, marching: a flat work-group walks along z. Each work-item keeps the last, this
// and the next cell of its own column in registers, so that of each plane only the neighbours along
// x and y can be staged. Beyond the border its cells go on.
//
// Its options are those of stencil.h. The cached variant's tile takes a work-item's own cell from
// its register, where the step before has loaded it, and the rim around the block from `in`.

#include "stencil.h"

#if BATCHED
#define GROUP_SIZE __attribute__((reqd_work_group_size(BX, BY, 1)))
#else
#define GROUP_SIZE
#endif

#define TILE_X (BX + 2)
#define TILE_Y (BY + 2)

// Copies the cell (x, y) of the tile, counted from the tile's corner, from one plane of the grid.
static inline void stage_cell(__local REAL* tile, __global const REAL* plane, int nx, int ny, int x,
                              int y) {
  const int from_x = clamp((int)(get_group_id(0) * BX) + x - 1, 0, nx - 1);
  const int from_y = clamp((int)(get_group_id(1) * BY) + y - 1, 0, ny - 1);
  tile[y * TILE_X + x] = plane[from_y * nx + from_x];
}

// The group copies the cells around its block, without corners, from one plane of the grid.
static inline void stage_rim(__local REAL* tile, __global const REAL* plane, int nx, int ny) {
#if BATCHED
  const int x = get_local_id(0) + 1, y = get_local_id(1) + 1;
  if (x == 1) stage_cell(tile, plane, nx, ny, 0, y);
  if (x == BX) stage_cell(tile, plane, nx, ny, BX + 1, y);
  if (y == 1) stage_cell(tile, plane, nx, ny, x, 0);
  if (y == BY) stage_cell(tile, plane, nx, ny, x, BY + 1);
#else
  const int size_x = get_local_size(0), size_y = get_local_size(1);
  const int item = get_local_id(1) * size_x + get_local_id(0);
  for (int i = item; i < 2 * size_x; i += size_x * size_y) {
    stage_cell(tile, plane, nx, ny, i % size_x + 1, i < size_x ? 0 : size_y + 1);
  }
  for (int i = item; i < 2 * size_y; i += size_x * size_y) {
    stage_cell(tile, plane, nx, ny, i < size_y ? 0 : size_x + 1, i % size_y + 1);
  }
#endif
}

__kernel GROUP_SIZE void march(INPUT in, OUTPUT out, const int nx, const int ny, const int nz,
                               const REAL centre_weight, const REAL side_weight) {
  const int x = get_global_id(0), y = get_global_id(1);
#if GUARDED
  // A work-item beyond the grid goes along with the others, on the nearest column.
  const bool inside = x < nx && y < ny;
  const int column = min(y, ny - 1) * nx + min(x, nx - 1);
#else
  const int column = y * nx + x;
#endif

#ifdef CACHE_IN
  __local REAL tile[TILE_X * TILE_Y];
  const int own = (get_local_id(1) + 1) * TILE_X + get_local_id(0) + 1;
#define WEST tile[own - 1]
#define EAST tile[own + 1]
#define NORTH tile[own - TILE_X]
#define SOUTH tile[own + TILE_X]
#else
  const int west = x > 0 ? -1 : 0, east = x < nx - 1 ? 1 : 0;
  const int north = y > 0 ? -nx : 0, south = y < ny - 1 ? nx : 0;
#define WEST in[to + west]
#define EAST in[to + east]
#define NORTH in[to + north]
#define SOUTH in[to + south]
#endif

  REAL centre = in[column];
  REAL below = centre;
  for (int z = 0; z < nz; ++z) {
    const int to = z * ny * nx + column;
    const REAL above = z < nz - 1 ? in[to + ny * nx] : centre;
#ifdef CACHE_IN
    tile[own] = centre;
    stage_rim(tile, in + z * ny * nx, nx, ny);
    barrier(CLK_LOCAL_MEM_FENCE);
#endif
#if GUARDED
    if (inside)
#endif
    {
      DECLARE_SUM;
      SUM = centre_weight * centre;
      SUM = fma(side_weight, WEST, SUM);
      SUM = fma(side_weight, EAST, SUM);
      SUM = fma(side_weight, NORTH, SUM);
      SUM = fma(side_weight, SOUTH, SUM);
      SUM = fma(side_weight, below, SUM);
      SUM = fma(side_weight, above, SUM);
      STORE_SUM;
    }
#ifdef CACHE_IN
    barrier(CLK_LOCAL_MEM_FENCE);
#endif
    below = centre;
    centre = above;
  }
}
