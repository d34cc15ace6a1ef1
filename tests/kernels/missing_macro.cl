// Style: sizes and types that the host defines.
// Launch: --kernel sum --array in --global 256 --local 64
// Fails: missing_macro.cl:7:
// Fails: -Dreal_t=...
// Launch: --kernel sum --array in --global 256 --local 64 -D real_t=float
// Fails: -DCHUNK=...
__kernel void sum(__global const real_t* in, __global real_t* out) {
  real_t part[CHUNK];
  real_t all = 0;
  for (int i = 0; i < CHUNK; ++i) part[i] = in[get_global_id(0) * CHUNK + i];
  for (int i = 0; i < CHUNK; ++i) all += part[i] * WEIGHT(i);
  out[get_global_id(0)] = all;
}
