// Style: 3-D range, 7-point star inside a guard, linearised by a macro.
// Launch: --kernel star --array u --global 32,32,32 --local 8,4,4 --arg nx=32 --arg ny=32 --arg nz=32
// Expect: target_loads_per_item = 7
// Expect: target_instructions = 7
// Expect: target_reuse = 3.1111             128 * 7 / (128 + 2 * 16 + 2 * 32 + 2 * 32)
// Expect: footprint_bytes = 1152            288 floats
// Expect: dimensions = 3
#define AT(x, y, z) (((z) * ny + (y)) * nx + (x))
__kernel void star(__global const float* u, __global float* v, int nx, int ny, int nz, float c0,
                   float c1) {
  const int x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);
  if (x > 0 && y > 0 && z > 0 && x < nx - 1 && y < ny - 1 && z < nz - 1) {
    v[AT(x, y, z)] = c0 * u[AT(x, y, z)] +
                     c1 * (u[AT(x - 1, y, z)] + u[AT(x + 1, y, z)] + u[AT(x, y - 1, z)] +
                           u[AT(x, y + 1, z)] + u[AT(x, y, z - 1)] + u[AT(x, y, z + 1)]);
  }
}
