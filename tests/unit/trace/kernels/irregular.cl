// Accesses that depend on data, control flow that depends on the work-item, and pointers that move.

__kernel void gather(__global const int* index, __global const float* table, __global float* out,
                     __global int* histogram, int per_item) {
  const int g = get_global_id(0);
  float sum = 0.0f;
  for (int i = 0; i < per_item; ++i) {
    const int bin = index[i * get_global_size(0) + g];
    sum += table[bin];
    atomic_inc(histogram + bin);
  }
  out[g] = sum;
}

__kernel void guarded(__global const float* a, __global float* out, int n) {
  const int g = get_global_id(0);
  if (g >= n) return;
  out[g] = a[g] + a[n - 1 - g];
}

// Rows of different lengths: the k-th element of a row belongs together with the other rows' k-th.
__kernel void ragged(__global const int* lengths, __global const int* columns,
                     __global const float* x, __global float* y) {
  const int row = get_global_id(0);
  float sum = 0.0f;
  for (int k = 0; k < lengths[row]; ++k) sum += x[columns[row * 8 + k]];
  y[row] = sum;
}

// The inner loop's length differs between work-items and outer iterations.
__kernel void ragged_nest(__global const int* lengths, __global const float* x,
                          __global float* y) {
  const int row = get_global_id(0);
  float sum = 0.0f;
  for (int i = 0; i < 3; ++i) {
    const int length = lengths[i * 64 + row];
    for (int k = 0; k < length; ++k) sum += x[i * 1024 + k * 64 + row];
  }
  y[row] = sum;
}

__kernel void two_arms(__global const float* a, __global float* out, int n) {
  const int g = get_global_id(0);
  float value = 0.0f;
  if (g % 2 == 0) {
    value = a[g] * 2.0f;
  } else {
    for (int i = 0; i < n; ++i) value += a[g + 1000 + i];
  }
  out[g] = value;
}

float pair(__global const float* p, int i) { return p[i] * p[i + 1]; }

__kernel void aliased(__global const float* a, __global const float* b, __global float* out,
                      int shift, int pick_a) {
  const int g = get_global_id(0);
  const __global float* base = a + shift;
  const __global float* either = pick_a ? a : b;
  float sum = *(base + g) + base[g + 1];
  for (int i = 0; i < 4; ++i) sum += *base++;
  sum += either[g];
  sum += pair(a + g, 2);
  out[g] = sum;
}

__attribute__((noinline)) float sum_of(__global const float* p, int n) {
  float sum = 0.0f;
  for (int i = 0; i < n; ++i) sum += p[i * 64];
  return sum;
}

// A helper with a loop of its own, called in a loop and from two places.
__kernel void calls(__global const float* a, __global float* out) {
  const int g = get_global_id(0);
  float sum = 0.0f;
  for (int j = 0; j < 3; ++j) sum += sum_of(a + j * 256 + g, 2 + g % 2);
  out[g] = sum - sum_of(a + 4096 + g, 1);
}

// 25 copies of one load of the source.
__kernel void unrolled(__global const float* in, __global float* out, int width) {
  const int x = get_global_id(0);
  float sum = 0.0f;
#pragma unroll
  for (int j = 0; j < 5; ++j) {
#pragma unroll
    for (int i = 0; i < 5; ++i) sum += in[j * width + x + i];
  }
  out[x] = sum;
}
