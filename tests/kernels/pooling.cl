// Style: strided windows over channels in the slowest dimension; select, isnan, max.
// Launch: --kernel pool --array in --global 16,16,8 --local 16,4,1 --arg width=32 --arg height=32
// Expect: target_loads_per_item = 4         2 x 2
// Expect: target_reuse = 1                  windows do not overlap
// Expect: staged_elements = 256             8 whole rows of 32
// Expect: target_sectors_per_access = 8     2 rows of 16, every second float: 128 bytes each
__kernel void pool(__global const float* in, __global float* out, const int width,
                   const int height) {
  const int x = get_global_id(0), y = get_global_id(1), c = get_global_id(2);
  const __global float* plane = in + c * width * height;
  float most = -FLT_MAX;
  for (int j = 0; j < 2; ++j) {
    for (int i = 0; i < 2; ++i) {
      const float value = plane[(2 * y + j) * width + 2 * x + i];
      most = select(max(most, value), most, isnan(value));
    }
  }
  out[(c * get_global_size(1) + y) * get_global_size(0) + x] = most;
}
