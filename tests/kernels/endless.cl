// Style: a loop that data never ends: a budget runs out, and lmtune goes on.
// Launch: --kernel spin --array flags --global 64 --local 64 --data flags=constant:0
// Fails: takes more than
__kernel void spin(__global const int* flags, __global int* out) {
  int i = 0;
  while (flags[i & 63] == 0) ++i;
  out[get_global_id(0)] = i;
}
