#include <algorithm>
#include <cmath>

#include "lmtune/base/parallel.h"
#include "support/references/reference.h"

namespace lmtune {
namespace {

enum class Border { kClamped, kPadded };
enum class Sum { kMean, kWeighted };

template <Border border, Sum kind>
void convolve(const Problem& problem, HostBuffers& buffers) {
  const std::int64_t width = problem.integer("width"), height = problem.integer("height");
  const std::int64_t radius = problem.integer("radius"), window = 2 * radius + 1;
  const auto image = buffers.as<float>("image"), out = buffers.as<float>("out");
  const auto weights = kind == Sum::kMean ? std::span<float>() : buffers.as<float>("weights");
  const auto pixel = [&](std::int64_t x, std::int64_t y) {
    if (border == Border::kPadded) return image[(y + radius) * (width + 2 * radius) + x + radius];
    return image[std::clamp<std::int64_t>(y, 0, height - 1) * width +
                 std::clamp<std::int64_t>(x, 0, width - 1)];
  };
  parallel_for(problem.count("height"), 0, [&](std::size_t row) {
    const auto y = static_cast<std::int64_t>(row);
    for (std::int64_t x = 0; x < width; ++x) {
      float sum = 0.0f;
      for (std::int64_t at = 0; at < window * window; ++at) {
        const float value = pixel(x + at % window - radius, y + at / window - radius);
        sum = kind == Sum::kMean ? sum + value : std::fma(weights[at], value, sum);
      }
      if (kind == Sum::kMean) sum *= static_cast<float>(1.0 / static_cast<double>(window * window));
      out[y * width + x] = sum;
    }
  });
}

const RegisterReference kMean("box_convolution/mean", convolve<Border::kClamped, Sum::kMean>);
const RegisterReference kWeighted("box_convolution/weighted",
                                  convolve<Border::kClamped, Sum::kWeighted>);
const RegisterReference kPadded("box_convolution/padded",
                                convolve<Border::kPadded, Sum::kWeighted>);

}  // namespace
}  // namespace lmtune
