#include <algorithm>
#include <array>
#include <cmath>

#include "lmtune/base/parallel.h"
#include "support/references/reference.h"

namespace lmtune {
namespace {

enum class Edge { kBordered, kClamped };

void solve(const Problem& problem, HostBuffers& buffers, Edge edge) {
  const std::int64_t width = problem.integer("width"), height = problem.integer("height");
  const std::int64_t radius = problem.integer("radius");
  const auto ix = buffers.as<float>("ix"), iy = buffers.as<float>("iy");
  const auto it = buffers.as<float>("it"), result = buffers.as<float>("result");
  const auto place = [&](std::int64_t y, std::int64_t x) {
    if (edge == Edge::kBordered) return (y + radius) * (width + 2 * radius) + x + radius;
    return std::clamp<std::int64_t>(y, 0, height - 1) * width +
           std::clamp<std::int64_t>(x, 0, width - 1);
  };
  parallel_for(problem.count("height"), 0, [&](std::size_t row) {
    const auto y = static_cast<std::int64_t>(row);
    for (std::int64_t x = 0; x < width; ++x) {
      std::array<float, 5> sums{};
      for (std::int64_t dy = -radius; dy <= radius; ++dy) {
        for (std::int64_t dx = -radius; dx <= radius; ++dx) {
          const std::int64_t at = place(y + dy, x + dx);
          sums[0] = std::fma(ix[at], it[at], sums[0]);
          sums[1] = std::fma(iy[at], it[at], sums[1]);
          sums[2] = std::fma(ix[at], ix[at], sums[2]);
          sums[3] = std::fma(ix[at], iy[at], sums[3]);
          sums[4] = std::fma(iy[at], iy[at], sums[4]);
        }
      }
      const auto [xt, yt, xx, xy, yy] = sums;
      const std::int64_t plane = width * height, pixel = y * width + x;
      result[pixel] = std::fma(xy, yt, -(yy * xt));
      result[plane + pixel] = std::fma(xy, xt, -(xx * yt));
      for (std::int64_t k = 2; k < 5; ++k) {
        result[k * plane + pixel] = sums[static_cast<std::size_t>(k)];
      }
    }
  });
}

const RegisterReference kRegistered("optical_flow",
                                    [](const Problem& problem, HostBuffers& buffers) {
                                      solve(problem, buffers, Edge::kBordered);
                                    });
const RegisterReference kClamped("optical_flow/clamped",
                                 [](const Problem& problem, HostBuffers& buffers) {
                                   solve(problem, buffers, Edge::kClamped);
                                 });

}  // namespace
}  // namespace lmtune
