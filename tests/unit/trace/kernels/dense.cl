// Regular accesses whose transactions can be counted by hand.

__kernel void matmul(__global const float* a, __global const float* b, __global float* c, int n,
                     int k) {
  const int col = get_global_id(0);
  const int row = get_global_id(1);
  float sum = 0.0f;
  for (int i = 0; i < k; ++i) sum += a[row * k + i] * b[i * n + col];
  c[row * n + col] = sum;
}

__kernel void transpose(__global const float* in, __global float* out, int width, int height) {
  const int x = get_global_id(0);
  const int y = get_global_id(1);
  out[x * height + y] = in[y * width + x];
}

__kernel void star(__global const float* in, __global float* out, int width, int height) {
  const int x = get_global_id(0);
  const int y = get_global_id(1);
  if (x < 1 || y < 1 || x >= width - 1 || y >= height - 1) return;
  const int at = y * width + x;
  out[at] = 0.2f * (in[at] + in[at - 1] + in[at + 1] + in[at - width] + in[at + width]);
}

__kernel void convolve(__global const float* in, __global const float* weights,
                       __global float* out, int width) {
  const int x = get_global_id(0);
  const int y = get_global_id(1);
  float sum = 0.0f;
  for (int j = 0; j < 5; ++j) {
    for (int i = 0; i < 5; ++i) sum += in[(y + j) * (width + 4) + x + i] * weights[j * 5 + i];
  }
  out[y * width + x] = sum;
}

__kernel void sum_rows(__global const float* a, __global float* out, int n) {
  const int row = get_global_id(0);
  float sum = 0.0f;
  for (int j = 0; j < n; ++j) sum += a[row * n + j];
  out[row] = sum;
}

__kernel void sum_columns(__global const float* a, __global float* out, int n) {
  const int col = get_global_id(0);
  float sum = 0.0f;
  for (int j = 0; j < n; ++j) sum += a[j * n + col];
  out[col] = sum;
}

__kernel void tiled(__global const float* a, __global const float* b, __global float* c,
                    __local float* b_tile, int n, int k) {
  __local float a_tile[16][17];
  const int x = get_local_id(0);
  const int y = get_local_id(1);
  const int col = get_global_id(0);
  const int row = get_global_id(1);
  float sum = 0.0f;
  for (int first = 0; first < k; first += 16) {
    a_tile[y][x] = a[row * k + first + x];
    b_tile[y * 16 + x] = b[(first + y) * n + col];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int i = 0; i < 16; ++i) sum += a_tile[y][i] * b_tile[i * 16 + x];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  c[row * n + col] = sum;
}
