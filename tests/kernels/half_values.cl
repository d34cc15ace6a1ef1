// Style: half as storage can be traced, half arithmetic cannot.
// Launch: --kernel widen --array in --global 256 --local 64
// Expect: target_loads_per_item = 1
// Expect: target_element_bytes = 2
// Expect: target_sectors_per_access = 2
// Launch: --kernel scale --array in --global 256 --local 64
// Fails: half_values.cl:15:
// Fails: half arithmetic
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
__kernel void widen(__global const half* in, __global float* out) {
  out[get_global_id(0)] = vload_half(get_global_id(0), in);
}

__kernel void scale(__global const half* in, __global half* out) {
  out[get_global_id(0)] = in[get_global_id(0)] * in[get_global_id(0) + 1];
}
