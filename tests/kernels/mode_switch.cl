// Style: enumerations, switches, printf, long and unsigned arguments that matter or do not.
// Launch: --kernel apply --array in --global 1024 --local 64 --arg mode=2 --arg pitch=64
// Expect: target_loads_per_item = 2
// Expect: target_instructions = 2
// Says: ulong 'token' is 1
// Launch: --kernel apply --array in --global 1024 --local 64
// Fails: mode (
// Fails: pitch (long)
typedef enum { COPY = 1, SUM = 2, FAR = 3 } Mode;

__kernel void apply(__global const float* in, __global float* out, Mode mode, long pitch,
                    ulong token) {
  const size_t i = get_global_id(0);
  float value = 0.0f;
  switch (mode) {
    case COPY:
      value = in[i];
      break;
    case SUM:
      value = in[i] + in[i + pitch];
      break;
    default:
      printf("mode %d\n", (int)mode);
  }
  out[i] = value + (float)token;
}
