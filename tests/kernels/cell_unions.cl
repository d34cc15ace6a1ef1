// Style: unions as elements, read as one member or the other by a flag.
// Launch: --kernel decode --array cells --global 1024 --local 64 --arg as_integers=1
// Expect: target_element_bytes = 8
// Expect: target_loads_per_item = 1
// Expect: target_load_bytes = 4
// Expect: target_sectors_per_access = 8     32 elements of 8 bytes
// Expect: target_sector_use = 1             of elements, whatever member is read
typedef union {
  float real[2];
  int whole[2];
} Cell;

__kernel void decode(__global const Cell* cells, __global float* out, int as_integers) {
  const int i = get_global_id(0);
  out[i] = as_integers ? (float)cells[i].whole[1] : cells[i].real[0];
}
