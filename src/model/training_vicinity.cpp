#include "model/training_vicinity.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

#include "lmtune/base/random.h"

namespace lmtune {
namespace {

constexpr std::size_t kMostPoints = 500;
/// Fewer say nothing of how far kernels may lie from each other.
constexpr std::size_t kFewestSamples = 1000;
constexpr double kShareWithin = 0.99;
/// Real kernels lie about so many times as far from synthetic samples as these from each other.
constexpr double kRealDistance = 2.0;
constexpr double kUnit = 0.01;  // of stored points

StoredPoint stored(const FeaturePoint& point) {
  StoredPoint stored{};
  for (std::size_t i = 0; i < kFeatureCount; ++i) {
    stored[i] = static_cast<std::int16_t>(std::lround(static_cast<double>(point[i]) / kUnit));
  }
  return stored;
}

/// Differences and their sum fit, for no coordinate is beyond FeatureSpace::kFarthest. Written so
/// that compilers find the processor's sums of products of short integers.
std::int32_t squared_distance(const StoredPoint& a, const StoredPoint& b) {
  std::int32_t sum = 0;
  for (std::size_t i = 0; i < kFeatureCount; ++i) {
    const auto difference = static_cast<std::int16_t>(a[i] - b[i]);
    sum += difference * difference;
  }
  return sum;
}

double nearest(const StoredPoint& centre, std::span<const StoredPoint> points) {
  std::int32_t least = std::numeric_limits<std::int32_t>::max();
  for (const StoredPoint& point : points) least = std::min(least, squared_distance(centre, point));
  return kUnit * std::sqrt(static_cast<double>(least) / static_cast<double>(kFeatureCount));
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
    vicinity.points.push_back(stored(vicinity.space.point(features[i])));
  }
  vicinity.samples_per_point = static_cast<double>(shuffled.size()) / static_cast<double>(count);

  std::vector<const Sample*> others(held_out.begin(), held_out.end());
  if (held_out.empty()) {
    others.assign(
        shuffled.begin() + static_cast<std::ptrdiff_t>(count),
        shuffled.begin() + static_cast<std::ptrdiff_t>(std::min(2 * count, shuffled.size())));
  }
  std::vector<double> distances;
  for (const Sample* sample : others) {
    distances.push_back(nearest(stored(vicinity.space.point(sample->features)), vicinity.points));
  }
  if (distances.empty()) return vicinity;
  std::sort(distances.begin(), distances.end());
  const double last = kShareWithin * static_cast<double>(distances.size() - 1);
  vicinity.radius = distances[static_cast<std::size_t>(std::ceil(last))] *
                    (held_out.empty() ? kRealDistance : 1.0);
  return vicinity;
}

std::size_t points_near(const TrainingVicinity& vicinity, const FeatureVector& features) {
  const StoredPoint centre = stored(vicinity.space.point(features));
  const double limit = vicinity.radius * vicinity.radius / (kUnit * kUnit) * kFeatureCount;
  const auto within = static_cast<std::int32_t>(
      std::min(std::round(limit), static_cast<double>(std::numeric_limits<std::int32_t>::max())));
  return static_cast<std::size_t>(std::ranges::count_if(
      vicinity.points,
      [&](const StoredPoint& point) { return squared_distance(centre, point) <= within; }));
}

}  // namespace lmtune
