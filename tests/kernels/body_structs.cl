// Style: structs as elements, all of them read by every item.
// Launch: --kernel forces --array bodies --global 512 --local 64 --arg count=512
// Expect: target_element_bytes = 48
// Expect: target_loads_per_item = 1025      512 positions and masses, and its own position
// Expect: target_instructions = 3
// Expect: footprint_bytes = 24576           512 bodies
// Expect: special_per_target_load = 0.4995  one rsqrt a body: 512 / 1025
typedef struct {
  float4 position;
  float4 velocity;
  float mass;
  int kind;
  float unused[2];
} Body;

__kernel void forces(__global const Body* restrict bodies, __global float4* restrict force,
                     int count, float softening) {
  const int self = get_global_id(0);
  const float4 at = bodies[self].position;
  float4 sum = (float4)(0.0f);
  for (int j = 0; j < count; ++j) {
    const float4 d = bodies[j].position - at;
    const float r2 = d.x * d.x + d.y * d.y + d.z * d.z + softening;
    sum += d * (bodies[j].mass * rsqrt(r2));
  }
  force[self] = sum;
}
