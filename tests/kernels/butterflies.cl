// Style: a pass of a transform: two elements half an array apart, powers of two, shifts and masks.
// Launch: --kernel butterfly --array in --global 512 --local 64 --arg stage=0 --arg half_n=512
// Expect: target_loads_per_item = 2
// Expect: target_load_bytes = 8
// Expect: target_sectors_per_access = 8     32 float2
// Expect: staged_elements = 128
// Expect: staged_runs = 2
__kernel void butterfly(__global const float2* in, __global float2* out, uint stage, uint half_n) {
  const uint i = get_global_id(0);
  const uint k = i & ((1u << stage) - 1u);
  const float angle = -M_PI_F * (float)k / (float)(1u << stage);
  const float2 w = (float2)(native_cos(angle), native_sin(angle));
  const float2 a = in[i];
  const float2 b = in[i + half_n];
  const float2 t = (float2)(w.x * b.x - w.y * b.y, w.x * b.y + w.y * b.x);
  out[((i - k) << 1) + k] = a + t;
  out[((i - k) << 1) + k + (1u << stage)] = a - t;
}
