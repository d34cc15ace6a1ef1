// Style: helper functions that take the pointer, one of them not inlined.
// Launch: --kernel norms --array points --global 512 --local 64 --arg width=12
// Expect: target_loads_per_item = 24        two helpers, 12 columns each
// Expect: target_instructions = 2
// Expect: target_item_reuse = 2             both read the same row
// Expect: footprint_bytes = 3072            64 rows of 12
__attribute__((noinline)) float squares(__global const float* row, int width) {
  float sum = 0.0f;
  for (int i = 0; i < width; ++i) sum += row[i] * row[i];
  return sum;
}

static inline float largest(const __global float* row, int width) {
  float most = -INFINITY;
  for (int i = 0; i < width; ++i) most = fmax(most, row[i]);
  return most;
}

__kernel void norms(__global const float* points, __global float2* out, int width) {
  const int i = get_global_id(0);
  const __global float* row = points + i * width;
  out[i] = (float2)(squares(row, width), largest(row, width));
}
