// Style: a byte order mark, CRLF line ends and bytes that are no UTF-8.
// Launch: --kernel mirror --array in --global 256 --local 64
// Expect: target_loads_per_item = 1
// Expect: target_sectors_per_access = 4
// largeur de l'image: éléments
#define WIDTH \
  256
__kernel void mirror(__global const float* in, __global float* out) {
  out[get_global_id(0)] = in[get_group_id(0) * WIDTH + WIDTH - 1 - get_local_id(0)];
}
