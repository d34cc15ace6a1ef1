// Kernels with something wrong in them.

__kernel void racy(__global const float* in, __global float* out) {
  __local float tile[64];
  const int i = get_local_id(0);
  tile[i] = in[get_global_id(0)];
  out[get_global_id(0)] = tile[63 - i];
}

__kernel void past_the_end(__global const float* in, __global float* out) {
  out[get_global_id(0)] = in[get_global_id(0) + 1];
}

__kernel void before_the_start(__global const float* in, __global float* out) {
  out[get_global_id(0)] = in[(int)get_global_id(0) - 1];
}

__kernel void endless(__global float* out) {
  volatile int i = 0;
  while (i >= 0) i = i & 3;
  out[0] = i;
}

__kernel __attribute__((reqd_work_group_size(8, 4, 1))) void picky(__global float* out) {
  out[get_global_id(0)] = 1.0f;
}

__kernel void images(__read_only image2d_t image, sampler_t sampler, __global float* out) {
  out[get_global_id(0)] = read_imagef(image, sampler, (int2)(0, 0)).x;
}
