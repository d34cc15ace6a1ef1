// Style: vload and vstore on arrays of scalars.
// Launch: --kernel pack --array in --global 1024 --local 64
// Expect: target_loads_per_item = 2
// Expect: target_load_bytes = 12            16 and 8 bytes
// Expect: target_element_bytes = 4
// Expect: target_reuse = 1
// Expect: staged_elements = 384             64 items of 6 floats
__kernel void pack(__global const float* in, __global float* out) {
  const size_t i = get_global_id(0);
  const float4 four = vload4(0, in + 6 * i);
  const float2 two = vload2(0, in + 6 * i + 4);
  vstore4(four + (float4)(two, two), i, out);
}
