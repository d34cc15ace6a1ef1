#include <algorithm>
#include <cmath>

#include "lmtune/base/parallel.h"
#include "support/references/reference.h"

namespace lmtune {
namespace {

constexpr float kSharpness = 12.5f;

/// Index of the pixel (x, y), or of the nearest one inside the image.
std::int64_t pixel_index(std::int64_t x, std::int64_t y, std::int64_t width, std::int64_t height) {
  return std::clamp<std::int64_t>(y, 0, height - 1) * width +
         std::clamp<std::int64_t>(x, 0, width - 1);
}

void average(const Problem& problem, HostBuffers& buffers) {
  const std::int64_t width = problem.integer("width"), height = problem.integer("height");
  const std::int64_t radius = problem.integer("radius");
  const auto image = buffers.as<float>("image"), spatial = buffers.as<float>("spatial");
  const auto out = buffers.as<float>("out"), total = buffers.as<float>("total");
  parallel_for(problem.count("height"), 0, [&](std::size_t row) {
    const auto y = static_cast<std::int64_t>(row);
    for (std::int64_t x = 0; x < width; ++x) {
      float sum = 0.0f, weights = 0.0f;
      std::size_t at = 0;
      for (std::int64_t dy = -radius; dy <= radius; ++dy) {
        for (std::int64_t dx = -radius; dx <= radius; ++dx, ++at) {
          const float value = image[pixel_index(x + dx, y + dy, width, height)];
          const float difference = value - image[y * width + x];
          const float likeness = std::exp(difference * difference * -kSharpness);
          sum = std::fma(spatial[at] * likeness, value, sum);
          weights = std::fma(spatial[at], likeness, weights);
        }
      }
      out[y * width + x] = sum / weights;
      total[y * width + x] = weights;
    }
  });
}

void erode(const Problem& problem, HostBuffers& buffers) {
  const std::int64_t width = problem.integer("width"), height = problem.integer("height");
  const std::int64_t radius = problem.integer("radius");
  const bool dilate = problem.integer("dilate") != 0;
  const auto image = buffers.as<std::uint8_t>("image"), out = buffers.as<std::uint8_t>("out");
  parallel_for(problem.count("height"), 0, [&](std::size_t row) {
    const auto y = static_cast<std::int64_t>(row);
    for (std::int64_t x = 0; x < width; ++x) {
      std::uint8_t best = image[y * width + x];
      for (std::int64_t dy = -radius; dy <= radius; ++dy) {
        for (std::int64_t dx = -radius; dx <= radius; ++dx) {
          const std::uint8_t pixel = image[pixel_index(x + dx, y + dy, width, height)];
          best = dilate ? std::max(best, pixel) : std::min(best, pixel);
        }
      }
      out[y * width + x] = best;
    }
  });
}

const RegisterReference kAverage("bilateral", average, {.relative = 1e-4});
const RegisterReference kErosion("bilateral/erosion", erode);

}  // namespace
}  // namespace lmtune
