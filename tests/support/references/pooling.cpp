#include <algorithm>

#include "lmtune/base/parallel.h"
#include "support/references/reference.h"

namespace lmtune {
namespace {

/// Calls use(result, first) for each output with its index and that of its window's first pixel.
template <typename Use>
void for_each_window(const Problem& problem, const Use& use) {
  const std::int64_t width = problem.integer("width"), height = problem.integer("height");
  const std::int64_t stride = problem.integer("stride");
  const std::int64_t in_width = problem.integer("in_width");
  const std::int64_t in_height = problem.integer("in_height");
  parallel_for(problem.count("planes") * problem.count("height"), 0, [&](std::size_t task) {
    const auto row = static_cast<std::int64_t>(task);
    const std::int64_t plane = row / height, y = row % height;
    for (std::int64_t x = 0; x < width; ++x) {
      use(row * width + x, (plane * in_height + y * stride) * in_width + x * stride);
    }
  });
}

void largest(const Problem& problem, HostBuffers& buffers) {
  const std::int64_t window = problem.integer("window"), in_width = problem.integer("in_width");
  const auto in = buffers.as<float>("in"), out = buffers.as<float>("out");
  for_each_window(problem, [&](std::int64_t result, std::int64_t first) {
    float best = in[first];
    for (std::int64_t at = 0; at < window * window; ++at) {
      best = std::max(best, in[first + at / window * in_width + at % window]);
    }
    out[result] = best;
  });
}

template <std::int64_t components>
void mean(const Problem& problem, HostBuffers& buffers) {
  const std::int64_t window = problem.integer("window"), in_width = problem.integer("in_width");
  const auto in = buffers.as<std::uint8_t>("in"), out = buffers.as<std::uint8_t>("out");
  for_each_window(problem, [&](std::int64_t result, std::int64_t first) {
    for (std::int64_t component = 0; component < components; ++component) {
      std::int64_t sum = window * window / 2;
      for (std::int64_t at = 0; at < window * window; ++at) {
        const std::int64_t pixel = first + at / window * in_width + at % window;
        sum += in[pixel * components + component];
      }
      out[result * components + component] = static_cast<std::uint8_t>(sum / (window * window));
    }
  });
}

const RegisterReference kMax("pooling/max", largest);
const RegisterReference kMeanBytes("pooling/mean_bytes", mean<4>);
const RegisterReference kMeanGrey("pooling/mean_grey", mean<1>);

}  // namespace
}  // namespace lmtune
