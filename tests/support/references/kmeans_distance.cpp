#include <cmath>
#include <limits>

#include "lmtune/base/parallel.h"
#include "support/references/reference.h"

namespace lmtune {
namespace {

enum class Layout { kColumns, kRows };

template <Layout layout>
void find_nearest(const Problem& problem, HostBuffers& buffers) {
  const std::int64_t points = problem.integer("points"), clusters = problem.integer("clusters");
  const std::int64_t count = problem.integer("features");
  const auto features = buffers.as<float>("features"), centroids = buffers.as<float>("centroids");
  const auto nearest = buffers.as<std::int32_t>("nearest");
  const auto distance = buffers.as<float>("distance");
  parallel_for(problem.count("points"), 0, [&](std::size_t task) {
    const auto point = static_cast<std::int64_t>(task);
    float least = std::numeric_limits<float>::max();
    for (std::int64_t cluster = 0; cluster < clusters; ++cluster) {
      float sum = 0.0f;
      for (std::int64_t f = 0; f < count; ++f) {
        const float feature =
            features[layout == Layout::kRows ? point * count + f : f * points + point];
        const float difference = feature - centroids[cluster * count + f];
        sum = std::fma(difference, difference, sum);
      }
      if (sum >= least) continue;
      least = sum;
      nearest[point] = static_cast<std::int32_t>(cluster);
    }
    distance[point] = least;
  });
}

const RegisterReference kColumns("kmeans_distance", find_nearest<Layout::kColumns>);
const RegisterReference kRows("kmeans_distance/features_rows", find_nearest<Layout::kRows>);

}  // namespace
}  // namespace lmtune
