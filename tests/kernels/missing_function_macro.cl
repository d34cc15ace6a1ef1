// Style: a macro with arguments that the host defines.
// Launch: --kernel weigh --array in --global 256 --local 64
// Fails: missing_function_macro.cl:11:
// Fails: -D'WEIGHT(...)=...'
// Launch: --kernel weigh --array in --global 256 --local 64 -D WEIGHT(i)=(1.0f/(i+1))
// Expect: target_loads_per_item = 4
__kernel void weigh(__global const float* in, __global float* out) {
  const int at = get_global_id(0);
  float sum = 0.0f;
  for (int i = 0; i < 4; ++i) {
    sum += in[at + i] * WEIGHT(i);
  }
  out[at] = sum;
}
