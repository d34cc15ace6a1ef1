// Style: asynchronous copies into local memory, plain and strided.
// Launch: --kernel copy --array in --global 1024 --local 64
// Expect: target_loads_per_item = 2         128 elements by 64 items
// Expect: target_reuse = 1
// Expect: local_bytes = 768                 (128 + 64) floats
// Expect: barriers = 1                      wait_group_events
__kernel void copy(__global const float* in, __global const float* other, __global float* out) {
  __local float tile[128];
  __local float strided[64];
  event_t done = async_work_group_copy(tile, in + get_group_id(0) * 128, 128, 0);
  done = async_work_group_strided_copy(strided, other + get_group_id(0) * 256, 64, 4, done);
  wait_group_events(1, &done);
  const int l = get_local_id(0);
  out[get_global_id(0)] = tile[127 - l] + tile[l] + strided[l];
}
