// Style: float3 elements, which take the room of four; a helper by value.
// Launch: --kernel centroid --array points --global 256 --local 64 --arg n=16
// Expect: target_element_bytes = 16
// Expect: target_loads_per_item = 16
// Expect: target_uniform_share = 1
// Expect: target_reuse = 64
// Expect: footprint_bytes = 256
float3 weighted(float3 p, float w) { return p * w; }

__kernel void centroid(__global const float3* points, __global const float* weights,
                       __global float3* out, int n) {
  const int i = get_global_id(0);
  float3 sum = (float3)(0.0f);
  for (int j = 0; j < n; ++j) sum += weighted(points[j], weights[i]);
  out[i] = sum;
}
