// Style: an array that is read and written in place, and one beside it that is only read.
// Launch: --kernel relax --array field --global 256 --local 64 --arg steps=3
// Fails: 'field' is written by the kernel
// Fails: those are: source
// Launch: --kernel relax --array source --global 256 --local 64 --arg steps=3
// Expect: target_loads_per_item = 3         field may be the same array: no hoisting
// Expect: aliasing_stores_per_load = 1
__kernel void relax(__global float* field, __global const float* source, int steps) {
  const int i = get_global_id(0);
  for (int s = 0; s < steps; ++s) field[i] = 0.5f * (field[i] + source[i]);
}
