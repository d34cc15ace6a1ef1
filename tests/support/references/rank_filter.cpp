#include <algorithm>
#include <cmath>
#include <vector>

#include "lmtune/base/parallel.h"
#include "support/references/reference.h"

namespace lmtune {
namespace {

/// Calls use(result, window) for each output with its index and the pixels of its window, row by
/// row.
template <typename Pixel, typename Use>
void for_each_window(const Problem& problem, HostBuffers& buffers, const Use& use) {
  const std::int64_t width = problem.integer("width"), height = problem.integer("height");
  const std::int64_t radius_x = problem.integer("radius_x"), radius_y = problem.integer("radius_y");
  const bool padded = problem.integer("padded") != 0;
  const std::int64_t halo_x = problem.integer("halo_x");
  const auto image = buffers.as<Pixel>("image");
  const auto pixel = [&](std::int64_t x, std::int64_t y) {
    if (padded) return image[(y + radius_y) * (width + 2 * halo_x) + x + halo_x];
    return image[std::clamp<std::int64_t>(y, 0, height - 1) * width +
                 std::clamp<std::int64_t>(x, 0, width - 1)];
  };
  parallel_for(problem.count("height"), 0, [&](std::size_t task) {
    const auto y = static_cast<std::int64_t>(task);
    std::vector<Pixel> window;
    for (std::int64_t x = 0; x < width; ++x) {
      window.clear();
      for (std::int64_t dy = -radius_y; dy <= radius_y; ++dy) {
        for (std::int64_t dx = -radius_x; dx <= radius_x; ++dx) {
          window.push_back(pixel(x + dx, y + dy));
        }
      }
      use(y * width + x, window);
    }
  });
}

template <typename Pixel, typename Counter>
void rank_filter(const Problem& problem, HostBuffers& buffers) {
  const std::int64_t rank = problem.integer("rank");
  const auto out = buffers.as<Pixel>("out");
  const auto before = buffers.as<Counter>("before");
  for_each_window<Pixel>(problem, buffers, [&](std::int64_t result, std::vector<Pixel>& window) {
    std::ranges::nth_element(window, window.begin() + rank);
    const Pixel found = window[static_cast<std::size_t>(rank)];
    out[result] = found;
    before[result] =
        static_cast<Counter>(std::ranges::count_if(window, [&](Pixel one) { return one < found; }));
  });
}

void local_threshold(const Problem& problem, HostBuffers& buffers) {
  const auto inverse = static_cast<float>(1.0 / problem.number("window"));
  const auto out = buffers.as<std::uint8_t>("out");
  const auto mean = buffers.as<float>("mean"), variance = buffers.as<float>("variance");
  for_each_window<std::uint8_t>(
      problem, buffers, [&](std::int64_t result, std::vector<std::uint8_t>& window) {
        float sum = 0.0f, squares = 0.0f;
        for (const std::uint8_t one : window) {
          const auto pixel = static_cast<float>(one);
          sum += pixel;
          squares = std::fma(pixel, pixel, squares);
        }
        const float average = sum * inverse;
        const float spread = std::fma(squares, inverse, -(average * average));
        const float above = std::fma(-sum, inverse, static_cast<float>(window[window.size() / 2]));
        out[result] = above < 0.0f && above * above > 0.04f * spread ? 0 : 255;
        mean[result] = average;
        variance[result] = spread;
      });
}

const RegisterReference kMedian("rank_filter/median", rank_filter<float, std::int32_t>);
const RegisterReference kRankBytes("rank_filter/rank_bytes",
                                   rank_filter<std::uint8_t, std::uint8_t>);
const RegisterReference kSignal("rank_filter/signal", rank_filter<std::uint16_t, std::int32_t>);
const RegisterReference kThreshold("rank_filter/threshold", local_threshold);

}  // namespace
}  // namespace lmtune
