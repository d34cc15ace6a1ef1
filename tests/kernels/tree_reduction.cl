// Style: a local argument, a tree of barriers, group results.
// Launch: --kernel total --array values --global 2048 --local 128 --size scratch=512 --arg n=8192
// Expect: target_loads_per_item = 4         8192 / 2048
// Expect: target_sectors_per_access = 4
// Expect: barriers = 8                      one before the tree, log2(128) in it
// Expect: local_bytes = 512
// Expect: stores_per_item = 0.0078125       1 of 128
// Launch: --kernel total --array values --global 2048 --local 128 --arg n=8192
// Fails: --size NAME=BYTES
__kernel void total(__global const float* values, __global float* totals, __local float* scratch,
                    int n) {
  const int l = get_local_id(0);
  float sum = 0.0f;
  for (int i = get_global_id(0); i < n; i += get_global_size(0)) sum += values[i];
  scratch[l] = sum;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int half_size = get_local_size(0) / 2; half_size > 0; half_size >>= 1) {
    if (l < half_size) scratch[l] += scratch[l + half_size];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (l == 0) totals[get_group_id(0)] = scratch[0];
}
