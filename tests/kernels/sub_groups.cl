// Style: sub-groups.
// Launch: --kernel sum --array in --global 256 --local 64 --cl-std CL2.0
// Fails: sub_groups.cl:8:
// Fails: sub-groups
#pragma OPENCL EXTENSION cl_khr_subgroups : enable
__kernel void sum(__global const float* in, __global float* out) {
  const int i = get_global_id(0);
  const float all = sub_group_reduce_add(in[i]);
  if (get_sub_group_local_id() == 0) out[i] = all;
}
