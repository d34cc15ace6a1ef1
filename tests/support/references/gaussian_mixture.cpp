#include <cmath>
#include <limits>

#include "lmtune/base/parallel.h"
#include "support/references/reference.h"

namespace lmtune {
namespace {

enum class Layout { kByDimension, kByPoint };

void fit(const Problem& problem, HostBuffers& buffers, Layout layout) {
  const std::size_t points = problem.count("points"), components = problem.count("components");
  const std::size_t dimensions = problem.count("dimensions");
  const auto x = buffers.as<float>("x"), mean = buffers.as<float>("mean");
  const auto precision = buffers.as<float>("precision"), offset = buffers.as<float>("offset");
  const auto score = buffers.as<float>("score");
  const auto best = buffers.as<std::int32_t>("best");
  parallel_for(points, 0, [&](std::size_t p) {
    score[p] = std::numeric_limits<float>::infinity();
    best[p] = 0;
    for (std::size_t m = 0; m < components; ++m) {
      float sum = offset[m];
      for (std::size_t d = 0; d < dimensions; ++d) {
        const std::size_t at = layout == Layout::kByDimension ? d * points + p : p * dimensions + d;
        const float off = x[at] - mean[m * dimensions + d];
        sum = std::fma(precision[m * dimensions + d] * off, off, sum);
      }
      if (sum < score[p]) {
        score[p] = sum;
        best[p] = static_cast<std::int32_t>(m);
      }
    }
  });
}

const RegisterReference kRegistered("gaussian_mixture",
                                    [](const Problem& problem, HostBuffers& buffers) {
                                      fit(problem, buffers, Layout::kByDimension);
                                    });
const RegisterReference kPoints("gaussian_mixture/points",
                                [](const Problem& problem, HostBuffers& buffers) {
                                  fit(problem, buffers, Layout::kByPoint);
                                });

}  // namespace
}  // namespace lmtune
