// Style: a pointer chosen by a condition, and slices of one array in a private array of pointers.
// Launch: --kernel choose --array a --global 1024 --local 64 --arg which=1
// Expect: target_loads_per_item = 1
// Expect: target_sectors_per_access = 4
// Launch: --kernel choose --array b --global 1024 --local 64 --arg which=1
// Fails: never loads 'b'
// Launch: --kernel lines --array a --global 1024 --local 64 --arg pitch=2048
// Expect: target_loads_per_item = 3
// Expect: staged_elements = 192             64 elements of each of the three lines
// Expect: staged_runs = 3
__kernel void choose(__global const float* a, __global const float* b, __global float* out,
                     int which) {
  const __global float* from = which ? a : b;
  out[get_global_id(0)] = from[get_global_id(0)];
}

__kernel void lines(__global const float* a, __global float* out, int pitch) {
  const __global float* line[3] = {a, a + pitch, a + 2 * pitch};
  const int x = get_global_id(0);
  float sum = 0.0f;
  for (int i = 0; i < 3; ++i) sum += line[(x + i) % 3][x];
  out[x] = sum;
}
