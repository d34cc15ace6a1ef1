// Style: several kernels in a file, one name the beginning of another's, local memory in both.
// Launch: --kernel scan --array in --global 256 --local 64
// Expect: local_bytes = 256                 its own tile alone
// Expect: target_loads_per_item = 1
// Launch: --kernel scan_wide --array in --global 256 --local 64
// Expect: local_bytes = 1024
// Expect: target_load_bytes = 16
// Launch: --kernel scan_deep --array in --global 256 --local 64
// Fails: no kernel 'scan_deep'
// Fails: scan, scan_wide
__kernel void scan(__global const float* in, __global float* out) {
  __local float tile[64];
  const int l = get_local_id(0);
  tile[l] = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  float sum = 0.0f;
  for (int i = 0; i <= l; ++i) sum += tile[i];
  out[get_global_id(0)] = sum;
}

__kernel void scan_wide(__global const float4* in, __global float4* out) {
  __local float4 tile[64];
  const int l = get_local_id(0);
  tile[l] = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  float4 sum = (float4)(0.0f);
  for (int i = 0; i <= l; ++i) sum += tile[i];
  out[get_global_id(0)] = sum;
}
