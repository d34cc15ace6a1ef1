// Style: grid-stride loop, bins in local memory, atomics on local and global memory.
// Launch: --kernel histogram --array samples --global 1024 --local 128 --arg count=8192
// Expect: target_loads_per_item = 8         8192 / 1024
// Expect: target_reuse = 1
// Expect: target_sectors_per_access = 1     32 uchars
// Expect: local_bytes = 1024
// Expect: barriers = 2
// Expect: stores_per_item = 2               256 atomics to bins by 128 items
__kernel void histogram(__global const uchar* restrict samples, __global uint* restrict bins,
                        uint count) {
  __local uint own[256];
  for (uint b = get_local_id(0); b < 256; b += get_local_size(0)) own[b] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint i = get_global_id(0); i < count; i += get_global_size(0)) atomic_inc(&own[samples[i]]);
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint b = get_local_id(0); b < 256; b += get_local_size(0)) atomic_add(&bins[b], own[b]);
}
