// Style: OpenCL C 2.0: pointers without an address space. Known where they point: traced.
// Launch: --kernel sums --array in --global 256 --local 64 --cl-std CL2.0 --arg n=4
// Expect: target_loads_per_item = 4
// Expect: target_instructions = 1
// Launch: --kernel sums --array in --global 256 --local 64 -cl-std=CL2.0 --arg n=4
// Expect: target_loads_per_item = 4
// Launch: --kernel mixed --array in --global 256 --local 64 --cl-std CL2.0 --arg n=4
// Fails: generic_pointers.cl:
// Fails: generic address space
float sum_of(const float* from, int n) {
  float sum = 0.0f;
  for (int i = 0; i < n; ++i) sum += from[i];
  return sum;
}

__kernel void sums(__global const float* in, __global float* out, int n) {
  float own[2] = {1.0f, 2.0f};
  out[get_global_id(0)] = sum_of(in + get_global_id(0) * n, n) + sum_of(own, 2);
}

__kernel void mixed(__global const float* in, __global float* out, int n) {
  __local float tile[64];
  tile[get_local_id(0)] = in[get_global_id(0)];
  work_group_barrier(CLK_LOCAL_MEM_FENCE);
  const float* from = get_global_id(0) & 1 ? (const float*)in : (const float*)tile;
  out[get_global_id(0)] = sum_of(from, n);
}
