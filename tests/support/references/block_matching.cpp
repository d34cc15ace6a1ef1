#include <algorithm>
#include <cstdlib>

#include "lmtune/base/parallel.h"
#include "support/references/reference.h"

namespace lmtune {
namespace {

enum class Border { kClamped, kPadded };

template <Border border>
void match_blocks(const Problem& problem, HostBuffers& buffers) {
  const std::int64_t width = problem.integer("width"), height = problem.integer("height");
  const std::int64_t radius = problem.integer("radius"), diameter = 2 * radius + 1;
  const auto reference = buffers.as<std::uint16_t>("reference");
  const auto current = buffers.as<std::uint16_t>("current");
  const auto sads = buffers.as<std::uint16_t>("sads");
  const auto reference_pixel = [&](std::int64_t x, std::int64_t y) {
    if (border == Border::kPadded) {
      return reference[(y + radius) * (width + 2 * radius) + x + radius];
    }
    return reference[std::clamp<std::int64_t>(y, 0, height - 1) * width +
                     std::clamp<std::int64_t>(x, 0, width - 1)];
  };
  // A row of blocks, 4 x 4 pixels each, at a time.
  parallel_for(problem.count("height") / 4, 0, [&](std::size_t block_row) {
    const auto first_y = 4 * static_cast<std::int64_t>(block_row);
    for (std::int64_t pixel = 0; pixel < 4 * width; ++pixel) {
      const std::int64_t y = first_y + pixel / width, x = pixel % width;
      const std::int64_t block = y / 4 * (width / 4) + x / 4;
      for (std::int64_t at = 0; at < diameter * diameter; ++at) {
        const int difference = current[y * width + x] - reference_pixel(x + at % diameter - radius,
                                                                        y + at / diameter - radius);
        std::uint16_t& sad = sads[block * diameter * diameter + at];
        sad = static_cast<std::uint16_t>(sad + std::abs(difference));
      }
    }
  });
}

const RegisterReference kClamped("block_matching", match_blocks<Border::kClamped>);
const RegisterReference kPadded("block_matching/reference_padded", match_blocks<Border::kPadded>);

}  // namespace
}  // namespace lmtune
