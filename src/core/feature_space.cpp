#include "lmtune/core/feature_space.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace lmtune {
namespace {

/// log2(1 + x), linear between powers of two: std::log2 differs between C libraries.
double power_scale(double x) {
  int exponent = 0;
  const double mantissa = std::frexp(1.0 + std::max(x, 0.0), &exponent);  // in [0.5, 1)
  return static_cast<double>(exponent) + 2.0 * (mantissa - 1.0);
}

/// Or, once it is known to be beyond `limit`, some number that is too.
float squared_distance(const FeaturePoint& a, const FeaturePoint& b,
                       float limit = std::numeric_limits<float>::max()) {
  // Four sums side by side, in an order that no compiler may change.
  std::array<float, 4> sums{};
  const auto add = [&](std::size_t i, std::size_t k) {
    const float difference = a[i + k] - b[i + k];
    sums[k] += difference * difference;
  };
  constexpr std::size_t kRest = kFeatureCount % 4;
  for (std::size_t i = 0; i < kFeatureCount - kRest; i += 4) {
    for (std::size_t k = 0; k < 4; ++k) add(i, k);
    if (i % 16 == 12) {  // sums only grow
      const float so_far = (sums[0] + sums[1]) + (sums[2] + sums[3]);
      if (so_far > limit) return so_far;
    }
  }
  for (std::size_t k = 0; k < kRest; ++k) add(kFeatureCount - kRest, k);
  return (sums[0] + sums[1]) + (sums[2] + sums[3]);
}

}  // namespace

FeatureSpace::FeatureSpace(std::span<const FeatureVector> reference) {
  const auto count = static_cast<double>(std::max<std::size_t>(reference.size(), 1));
  for (std::size_t i = 0; i < kFeatureCount; ++i) {
    double sum = 0.0;
    for (const FeatureVector& features : reference) sum += power_scale(features.values[i]);
    mean_[i] = sum / count;
    double squares = 0.0;
    for (const FeatureVector& features : reference) {
      const double off = power_scale(features.values[i]) - mean_[i];
      squares += off * off;
    }
    const double deviation = std::sqrt(squares / count);
    // Rounding alone gives equal values a deviation.
    scale_[i] = deviation > 1e-9 ? 1.0 / deviation : 0.0;
  }
}

FeaturePoint FeatureSpace::point(const FeatureVector& features) const {
  FeaturePoint point;
  for (std::size_t i = 0; i < kFeatureCount; ++i) {
    const double scaled = (power_scale(features.values[i]) - mean_[i]) * scale_[i];
    point[i] = std::clamp(static_cast<float>(scaled), -kFarthest, kFarthest);
  }
  return point;
}

float distance(const FeaturePoint& a, const FeaturePoint& b) {
  return std::sqrt(squared_distance(a, b) / static_cast<float>(kFeatureCount));
}

std::size_t vicinity_density(const FeaturePoint& centre, std::span<const FeaturePoint> set,
                             float radius) {
  const float limit = radius * radius * static_cast<float>(kFeatureCount);
  return static_cast<std::size_t>(std::ranges::count_if(set, [&](const FeaturePoint& point) {
    return squared_distance(centre, point, limit) <= limit;
  }));
}

}  // namespace lmtune
