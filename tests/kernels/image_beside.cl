// Style: an image and a sampler beside the target, an image written.
// Launch: --kernel weigh --array weight --global 64,64 --local 16,8
// Expect: target_loads_per_item = 7
// Expect: target_uniform_share = 1
// Expect: staged_elements = 7
// Expect: other_coalesced_loads = 7         texels of the image
// Expect: flops_per_target_load = 8         a multiplication and an addition of four components
// Says: 'source' is an image of 64 x 64 x 1 texels
__constant sampler_t kNearest = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE |
                                CLK_FILTER_NEAREST;

__kernel void weigh(__read_only image2d_t source, __write_only image2d_t result,
                    sampler_t given, __global const float* weight) {
  const int2 at = (int2)(get_global_id(0), get_global_id(1));
  float4 sum = (float4)(0.0f);
  for (int i = 0; i < 7; ++i) {
    sum += read_imagef(source, kNearest, at + (int2)(i, 0)) * weight[i];
  }
  write_imagef(result, at, sum);
}
