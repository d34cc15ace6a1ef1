// Style: a table read through an index array, index and table of different types.
// Launch: --kernel gather --array table --global 2048 --local 64 --size table=1000
// Expect: target_loads_per_item = 1
// Expect: target_active_lanes = 1
// Says: 'index' steers the addresses of 'table'
// Launch: --kernel gather --array table --global 2048 --local 64 --data index=ramp
// Expect: target_sectors_per_access = 8     neighbours read neighbours: 32 doubles
// Expect: target_reuse = 1
// Launch: --kernel gather --array table --global 2048 --local 64
// Fails: --data index=
// Launch: --kernel gather --array table --global 2048 --local 64 --data index=reverse.npy
// Expect: target_sectors_per_access = 8
// Expect: target_reuse = 1
// Launch: --kernel gather --array index --global 2048 --local 64 --size table=1000
// Expect: target_sectors_per_access = 2     32 ushorts
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
__kernel void gather(__global const ushort* index, __global const double* table,
                     __global double* out) {
  const size_t i = get_global_id(0);
  out[i] = table[index[i]];
}
