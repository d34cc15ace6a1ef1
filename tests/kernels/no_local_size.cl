// Style: no work-group size in the code, and an odd one given.
// Launch: --kernel twice --array in --global 1000
// Fails: --local: is missing
// Launch: --kernel twice --array in --global 1000 --local 64
// Expect: group_count = 15     and a smaller one, which is not looked at
// Launch: --kernel twice --array in --global 1000 --local 50
// Expect: target_loads_per_item = 1
// Expect: target_active_lanes = 0.78125     50 items in two warps
__kernel void twice(__global const float* in, __global float* out) {
  out[get_global_id(0)] = 2.0f * in[get_global_id(0)];
}
