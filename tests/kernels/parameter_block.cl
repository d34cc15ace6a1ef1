// Style: a struct by value that holds the sizes.
// Launch: --kernel rows --array in --global 64,8 --local 32,2
//         --arg box.width=64 --arg box.taps=3 --arg box.scale=0.5
// Expect: target_loads_per_item = 3
// Expect: target_trips = 3
// Expect: staged_elements = 68              two rows of 34
// Expect: staged_runs = 2
// Launch: --kernel rows --array in --global 64,8 --local 32,2
// Fails: box.width (int)
// Fails: box.taps (int)
// Launch: --kernel rows --array in --global 64,8 --local 32,2 --arg box.depth=3
// Fails: box.width, box.taps, box.scale
typedef struct {
  int width;
  int taps;
  float scale;
} Box;

__kernel void rows(__global const float* in, __global float* out, Box box) {
  const int x = get_global_id(0), y = get_global_id(1);
  float sum = 0.0f;
  for (int t = 0; t < box.taps; ++t) sum += in[y * box.width + x + t];
  out[y * box.width + x] = sum * box.scale;
}
