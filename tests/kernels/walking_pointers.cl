// Style: base pointers that are advanced and sliced, loops that count down.
// Launch: --kernel walk --array a --global 256 --local 32 --arg pitch=40 --arg n=32
// Expect: target_loads_per_item = 32
// Expect: target_sectors_per_access = 32    rows are 160 bytes apart
// Expect: footprint_bytes = 4096            32 rows of 32, of 40
// Expect: target_reuse = 1
__kernel void walk(__global const float* a, __global float* out, int pitch, int n) {
  a += get_group_id(0) * get_local_size(0) * pitch;
  a += get_local_id(0) * pitch;
  float sum = 0.0f;
  while (n--) sum += *a++;
  out[get_global_id(0)] = sum;
}
