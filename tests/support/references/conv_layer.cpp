#include <cmath>

#include "lmtune/base/parallel.h"
#include "support/references/reference.h"

namespace lmtune {
namespace {

enum class Border { kMargin, kZeros };

template <Border border>
void convolve(const Problem& problem, HostBuffers& buffers) {
  const std::int64_t width = problem.integer("width"), height = problem.integer("height");
  const std::int64_t channels = problem.integer("channels"), kernels = problem.integer("kernels");
  const std::int64_t window = problem.integer("window"), stride = problem.integer("stride");
  const std::int64_t margin = border == Border::kZeros ? (window - 1) / 2 : 0;
  const auto reach = [&](std::int64_t outputs) {
    return border == Border::kZeros ? outputs * stride : (outputs - 1) * stride + window;
  };
  const std::int64_t in_width = reach(width), in_height = reach(height);
  const auto in = buffers.as<float>("in"), weights = buffers.as<float>("weights");
  const auto out = buffers.as<float>("out");
  const auto pixel = [&](std::int64_t plane, std::int64_t x, std::int64_t y) {
    if (x < 0 || x >= in_width || y < 0 || y >= in_height) return 0.0f;
    return in[(plane * in_height + y) * in_width + x];
  };
  parallel_for(problem.count("batch") * problem.count("kernels"), 0, [&](std::size_t task) {
    const auto result = static_cast<std::int64_t>(task);
    const std::int64_t image = result / kernels, k = result % kernels;
    for (std::int64_t i = 0; i < width * height; ++i) {
      const std::int64_t x = i % width * stride - margin, y = i / width * stride - margin;
      float sum = 0.0f;
      for (std::int64_t c = 0; c < channels; ++c) {
        for (std::int64_t at = 0; at < window * window; ++at) {
          sum = std::fma(pixel(image * channels + c, x + at % window, y + at / window),
                         weights[(k * channels + c) * window * window + at], sum);
        }
      }
      out[result * width * height + i] = sum;
    }
  });
}

const RegisterReference kMargin("conv_layer", convolve<Border::kMargin>);
const RegisterReference kZeros("conv_layer/input_same", convolve<Border::kZeros>);

}  // namespace
}  // namespace lmtune
