// Style: vectors of four, a guard for the remainder, a scalar that changes no access.
// Launch: --kernel axpy --array x --global 4096 --local 128 --arg count=4000
// Expect: target_loads_per_item = 1
// Expect: target_load_bytes = 16
// Expect: target_sectors_per_access = 16    32 lanes of 16 bytes
// Expect: other_coalesced_loads = 1         y
// Expect: stores_per_item = 1
// Says: float 'alpha' is 1
__kernel void axpy(__global const float4* x, __global float4* y, const float alpha,
                   const uint count) {
  const size_t i = get_global_id(0);
  if (i < count) y[i] = alpha * x[i] + y[i];
}
