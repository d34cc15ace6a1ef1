// Vectors, structs, copies and arithmetic.

typedef struct {
  float4 position;
  float4 velocity;
  int type;
  float mass;
  float padding[2];
} Body;

__kernel void bodies(__global const Body* body, __global const float4* own,
                     __global const float* weights, __global float4* out, int count) {
  const int g = get_global_id(0);
  float4 sum = (float4)(0.0f);
  for (int j = 0; j < count; ++j) {
    const __global Body* other = body + j;
    sum += (body[j].position - own[g]) * other->mass;
    if (other->type > 1) sum.x += vload4(j, weights).y;
  }
  out[g] = sum;
}

typedef struct {
  float a, b, c;
} Triple;

__kernel void by_value(__global float3* out, Triple triple, float3 shift, uchar4 small) {
  out[get_global_id(0)] = (float3)(triple.a, triple.b, triple.c) + shift + (float)small.x;
}

__kernel void copies(__global const float* in, __global float* out) {
  __local float tile[128];
  event_t event = async_work_group_copy(tile, in + get_group_id(0) * 128, 128, 0);
  wait_group_events(1, &event);
  out[get_global_id(0)] = tile[127 - get_local_id(0)];
}

// Per item: 4 + 4 + 8 + 1 floating-point, 1 + 4 + 1 special.
__kernel void arithmetic(__global float4* v, __global float* s) {
  const int g = get_global_id(0);
  const float4 x = v[g];
  const float4 y = x + x.wzyx;
  const float4 z = y * x;
  const float4 w = fma(z, y, x);
  v[g] = native_exp(w);
  const float t = s[g];
  s[g] = fmax(sqrt(t), t) / (t + 3.0f);
}

__kernel void integers(__global int* out, __global const uint* in, int n) {
  const int g = get_global_id(0);
  const int a = (int)in[g];
  const int b = a > n ? a : n;
  out[g] = (a < 0 ? -a : a) + (int)rotate(in[g], 5u) + (b < 7 ? b : 7) + (int)add_sat(in[g], 9u) +
           popcount(a) + clz(a);
}

__kernel void swapped(__global const char* text, __global int* out) {
  printf("item %d\n", (int)get_global_id(0));
  out[get_global_id(0)] = text[get_global_id(0)];
}

__constant float kWeights[4] = {1.0f, 2.0f, 3.0f, 4.0f};

__kernel void constants(__constant float* weights, __global float* out) {
  const int g = get_global_id(0);
  out[g] = weights[g % 4] * kWeights[g % 4];
}
