// Style: reqd_work_group_size from a macro; another array in local memory already; padded tile.
// Launch: --kernel flip --array in --global 256,256 -D TILE=16 --arg width=256 --arg height=256
// Expect: target_loads_per_item = 1
// Expect: target_reuse = 1
// Expect: target_sectors_per_access = 4     two rows of 16 floats
// Expect: local_bytes = 1088                16 * 17 * 4
// Expect: barriers = 1
// Expect: group_width = 16                  taken from the attribute
#ifndef PADDING
#define PADDING 1
#endif
__kernel __attribute__((reqd_work_group_size(TILE, TILE, 1))) void flip(
    __global float* restrict out, const __global float* restrict in, const uint width,
    const uint height) {
  __local float tile[TILE][TILE + PADDING];
  const uint lx = get_local_id(0), ly = get_local_id(1);
  uint x = get_group_id(0) * TILE + lx;
  uint y = get_group_id(1) * TILE + ly;
  tile[ly][lx] = in[y * width + x];
  barrier(CLK_LOCAL_MEM_FENCE);
  x = get_group_id(1) * TILE + lx;
  y = get_group_id(0) * TILE + ly;
  out[y * height + x] = tile[lx][ly];
}
