// 7-point stencil in 3-D work-groups, a cell for each work-item.
//
// Its options are those of stencil.h, and:
//
//   BZ     third size of the work-group
//   CLAMP  beyond the border its cells go on; without it `in` has one more cell on each side
//   FACES  stage the block and its six faces, each work-item its own cell and those at the edge one
//          more a face; without it stage the whole box, edges and corners too

#include "stencil.h"

#if BATCHED
#define GROUP_SIZE __attribute__((reqd_work_group_size(BX, BY, BZ)))
#else
#define GROUP_SIZE
#endif

#define TILE_X (BX + 2)
#define TILE_Y (BY + 2)
#define TILE_Z (BZ + 2)

#ifdef CLAMP
#define MARGIN 0
#else
#define MARGIN 1
#endif
#define ROW_PITCH (nx + 2 * MARGIN)
#define PLANE_PITCH (ROW_PITCH * (ny + 2 * MARGIN))

// Copies one cell of the tile, counted from the tile's corner, whose cell in the grid is (corner_x,
// corner_y, corner_z).
static inline void stage_cell(__local REAL* tile, __global const REAL* in, int nx, int ny, int nz,
                              int corner_x, int corner_y, int corner_z, int x, int y, int z) {
  int from_x = corner_x + x, from_y = corner_y + y, from_z = corner_z + z;
#ifdef CLAMP
  from_x = clamp(from_x, 0, nx - 1);
  from_y = clamp(from_y, 0, ny - 1);
  from_z = clamp(from_z, 0, nz - 1);
#elif GUARDED
  if (from_x > nx || from_y > ny || from_z > nz) return;
#endif
  tile[(z * TILE_Y + y) * TILE_X + x] =
      in[(from_z + MARGIN) * PLANE_PITCH + (from_y + MARGIN) * ROW_PITCH + from_x + MARGIN];
}

#define STAGE_CELL(x, y, z) \
  stage_cell(tile, in, nx, ny, nz, corner_x, corner_y, corner_z, x, y, z)

// The group copies the cells around its block into `tile`.
static inline void stage(__local REAL* tile, __global const REAL* in, int nx, int ny, int nz,
                         int corner_x, int corner_y, int corner_z) {
#ifdef FACES
  const int x = get_local_id(0) + 1, y = get_local_id(1) + 1, z = get_local_id(2) + 1;
  STAGE_CELL(x, y, z);
  if (x == 1) STAGE_CELL(0, y, z);
  if (x == BX) STAGE_CELL(BX + 1, y, z);
  if (y == 1) STAGE_CELL(x, 0, z);
  if (y == BY) STAGE_CELL(x, BY + 1, z);
  if (z == 1) STAGE_CELL(x, y, 0);
  if (z == BZ) STAGE_CELL(x, y, BZ + 1);
#elif BATCHED
  const int item = (get_local_id(2) * BY + get_local_id(1)) * BX + get_local_id(0);
#pragma unroll
  for (int first = 0; first < TILE_X * TILE_Y * TILE_Z; first += BX * BY * BZ) {
    const int cell = first + item;
    if (cell < TILE_X * TILE_Y * TILE_Z) {
      STAGE_CELL(cell % TILE_X, cell / TILE_X % TILE_Y, cell / (TILE_X * TILE_Y));
    }
  }
#else
  for (int z = get_local_id(2); z < TILE_Z; z += get_local_size(2)) {
    for (int y = get_local_id(1); y < TILE_Y; y += get_local_size(1)) {
      for (int x = get_local_id(0); x < TILE_X; x += get_local_size(0)) STAGE_CELL(x, y, z);
    }
  }
#endif
}

__kernel GROUP_SIZE void stencil_3d(INPUT in, OUTPUT out, const int nx, const int ny, const int nz,
                                    const REAL centre_weight, const REAL side_weight) {
  const int x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);

#ifdef CACHE_IN
  __local REAL tile[TILE_X * TILE_Y * TILE_Z];
  stage(tile, in, nx, ny, nz, (int)(get_group_id(0) * BX) - 1, (int)(get_group_id(1) * BY) - 1,
        (int)(get_group_id(2) * BZ) - 1);
  barrier(CLK_LOCAL_MEM_FENCE);
#endif
#if GUARDED
  if (x >= nx || y >= ny || z >= nz) return;
#endif

#ifdef CACHE_IN
#define CELL(index) tile[index]
  const int at = ((get_local_id(2) + 1) * TILE_Y + get_local_id(1) + 1) * TILE_X +
                 get_local_id(0) + 1;
  const int row_pitch = TILE_X, plane_pitch = TILE_X * TILE_Y;
#else
#define CELL(index) in[index]
  const int at = (z + MARGIN) * PLANE_PITCH + (y + MARGIN) * ROW_PITCH + x + MARGIN;
  const int row_pitch = ROW_PITCH, plane_pitch = PLANE_PITCH;
#endif
#if defined(CLAMP) && !defined(CACHE_IN)
#define BEFORE(position, pitch) (position > 0 ? at - (pitch) : at)
#define AFTER(position, count, pitch) (position < (count)-1 ? at + (pitch) : at)
#else
#define BEFORE(position, pitch) (at - (pitch))
#define AFTER(position, count, pitch) (at + (pitch))
#endif

  const int to = (z * ny + y) * nx + x;
  DECLARE_SUM;
  SUM = centre_weight * CELL(at);
  SUM = fma(side_weight, CELL(BEFORE(x, 1)), SUM);
  SUM = fma(side_weight, CELL(AFTER(x, nx, 1)), SUM);
  SUM = fma(side_weight, CELL(BEFORE(y, row_pitch)), SUM);
  SUM = fma(side_weight, CELL(AFTER(y, ny, row_pitch)), SUM);
  SUM = fma(side_weight, CELL(BEFORE(z, plane_pitch)), SUM);
  SUM = fma(side_weight, CELL(AFTER(z, nz, plane_pitch)), SUM);
  STORE_SUM;
}
