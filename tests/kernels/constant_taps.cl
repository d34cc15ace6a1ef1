// Style: taps in constant memory, once as an argument and once in the program.
// Launch: --kernel taps --array signal --global 1024 --local 64
// Expect: target_loads_per_item = 5
// Expect: target_trips = 5
// Expect: staged_elements = 68              64 + 4
// Expect: target_reuse = 4.7059             320 / 68
// Expect: other_uniform_loads = 5           of the argument; the program's own table is not global
// Launch: --kernel taps --array weight --global 1024 --local 64
// Fails: 'weight' is in constant memory already
__constant float kWindow[5] = {0.1f, 0.2f, 0.4f, 0.2f, 0.1f};

__kernel void taps(__global const float* signal, __constant float* weight, __global float* out) {
  const int i = get_global_id(0);
  float sum = 0.0f;
  for (int t = 0; t < 5; ++t) sum += signal[i + t] * weight[t] * kWindow[t];
  out[i] = sum;
}
