// Style: an image in a flat buffer of uchar4, 2-D indices recovered from a 1-D id by / and %,
// clamped at the border, kernel without underscores.
// Launch: --kernel blur --array pixels --global 65536 --local 64 --arg width=256 --arg height=256
// Expect: target_loads_per_item = 9         3 x 3
// Expect: target_trips = 9                  of one instruction
// Expect: target_load_bytes = 4
// Expect: target_element_bytes = 4
// Expect: staged_elements = 195             group 512 begins row 128: 3 runs of 65, clamped left
// Expect: staged_runs = 3
// Expect: target_reuse = 2.9538             64 * 9 / 195
kernel void blur(global const uchar4* pixels, global uchar4* blurred, int width, int height) {
  const int id = get_global_id(0);
  const int x = id % width, y = id / width;
  float4 sum = (float4)(0.0f);
  for (int dy = -1; dy <= 1; ++dy) {
    for (int dx = -1; dx <= 1; ++dx) {
      const int px = clamp(x + dx, 0, width - 1);
      const int py = clamp(y + dy, 0, height - 1);
      sum += convert_float4(pixels[mad24(py, width, px)]);
    }
  }
  blurred[id] = convert_uchar4_sat_rte(sum / 9.0f);
}
