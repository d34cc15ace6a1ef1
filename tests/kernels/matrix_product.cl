// Style: plain row-major matrix product, one work-item for an element of the result.
// Launch: --kernel product --array a --global 128,128 --local 16,16 --arg m=128 --arg n=128 --arg k=64
// Expect: target_loads_per_item = 64        the loop's trips
// Expect: target_instructions = 1
// Expect: target_reuse = 16                 the 16 items of a row read the same elements
// Expect: target_sectors_per_access = 2     a warp is two rows of 16: two addresses, far apart
// Expect: target_uniform_share = 0
// Expect: footprint_bytes = 4096            16 whole rows of 64
// Launch: --kernel product --array b --global 128,128 --local 16,16 --arg m=128 --arg n=128 --arg k=64
// Expect: target_loads_per_item = 64
// Expect: target_sectors_per_access = 2     16 neighbours are 64 bytes; both rows read the same
// Expect: footprint_bytes = 4096            64 runs of 16
__kernel void product(__global const float* a, __global const float* b, __global float* c, int m,
                      int n, int k) {
  int x = get_global_id(0);
  int y = get_global_id(1);
  if (x >= n || y >= m) return;
  float sum = 0.0f;
  for (int i = 0; i < k; i++) sum += a[y * k + i] * b[i * n + x];
  c[y * n + x] = sum;
}
