#include "model/training_vicinity.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

#include "lmtune/base/random.h"

namespace lmtune {
namespace {

constexpr std::size_t kMostPoints = 2000;
/// Fewer say nothing of how far kernels may lie from each other.
constexpr std::size_t kFewestSamples = 1000;
constexpr double kShareWithin = 0.99;
/// Real kernels lie about so many times as far from synthetic samples as these from each other.
constexpr double kRealDistance = 2.0;
/// So that the sample at the radius is within it however its point was rounded.
constexpr double kRounding = 1.0001;

/// Coordinates as files hold them: nobody needs more digits of a distance.
FeaturePoint rounded(FeaturePoint point) {
  for (float& coordinate : point) coordinate = std::round(coordinate * 100.0F) / 100.0F;
  return point;
}

float nearest(const FeaturePoint& centre, std::span<const FeaturePoint> points) {
  float least = std::numeric_limits<float>::max();
  for (const FeaturePoint& point : points) least = std::min(least, distance(centre, point));
  return least;
}

}  // namespace

TrainingVicinity training_vicinity(std::span<const Sample* const> training,
                                   std::span<const Sample* const> held_out, std::uint64_t seed) {
  std::vector<const Sample*> shuffled(training.begin(), training.end());
  Random(seed).shuffle(std::span(shuffled));
  std::vector<FeatureVector> features;
  for (const Sample* sample : shuffled) features.push_back(sample->features);

  TrainingVicinity vicinity;
  if (shuffled.size() < kFewestSamples) return vicinity;
  vicinity.space = FeatureSpace(features);
  const std::size_t count = std::min(kMostPoints, shuffled.size() / 2);
  for (std::size_t i = 0; i < count; ++i) {
    vicinity.points.push_back(rounded(vicinity.space.point(features[i])));
  }
  vicinity.samples_per_point = static_cast<double>(shuffled.size()) / static_cast<double>(count);

  std::vector<const Sample*> others(held_out.begin(), held_out.end());
  if (held_out.empty()) {
    others.assign(
        shuffled.begin() + static_cast<std::ptrdiff_t>(count),
        shuffled.begin() + static_cast<std::ptrdiff_t>(std::min(2 * count, shuffled.size())));
  }
  std::vector<float> distances;
  for (const Sample* sample : others) {
    distances.push_back(nearest(vicinity.space.point(sample->features), vicinity.points));
  }
  if (distances.empty()) return vicinity;
  std::sort(distances.begin(), distances.end());
  const double last = kShareWithin * static_cast<double>(distances.size() - 1);
  vicinity.radius = static_cast<double>(distances[static_cast<std::size_t>(std::ceil(last))]) *
                    kRounding * (held_out.empty() ? kRealDistance : 1.0);
  return vicinity;
}

}  // namespace lmtune
