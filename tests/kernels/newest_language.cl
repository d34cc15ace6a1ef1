// Style: hosts that ask for OpenCL C 3.0: what 1.2 has can be traced, newer built-ins cannot.
// Launch: --kernel plain --array in --global 256 --local 64 --cl-std CL3.0
// Expect: target_loads_per_item = 2
// Launch: --kernel packed --array in --global 256 --local 64 --cl-std CL3.0 -D WITH_DOT=1
// Fails: newest_language.cl:16:
// Fails: dot_4x8packed_uu_uint
// Fails: OpenCL C 3.0
__kernel void plain(__global const uint* in, __global uint* out) {
  const size_t i = get_global_id(0);
  out[i] = in[i] + in[i + 1];
}

#ifdef WITH_DOT
__kernel void packed(__global const uint* in, __global uint* out) {
  const size_t i = get_global_id(0);
  out[i] = dot_4x8packed_uu_uint(in[i], in[i + 1]);
}
#endif
