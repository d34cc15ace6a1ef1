// Feature vectors as points of one space, in which distances mean something: the space of vicinity
// density.
#pragma once

#include <array>
#include <span>

#include "lmtune/core/feature_vector.h"

namespace lmtune {

/// Coordinates: each feature on a scale of powers of two, less its mean over a reference set, in
/// its standard deviations there, clipped to ± kFarthest.
using FeaturePoint = std::array<float, kFeatureCount>;

class FeatureSpace {
 public:
  static constexpr float kFarthest = 8.0f;

  /// Takes means and deviations from `reference`. A feature that is the same in all of it has no
  /// weight.
  explicit FeatureSpace(std::span<const FeatureVector> reference);

  /// As one was before: one number a feature each, in the schema's order.
  FeatureSpace(const std::array<double, kFeatureCount>& means,
               const std::array<double, kFeatureCount>& scales)
      : mean_(means), scale_(scales) {}

  /// In which nothing has weight.
  FeatureSpace() = default;

  const std::array<double, kFeatureCount>& means() const { return mean_; }
  const std::array<double, kFeatureCount>& scales() const {
    return scale_;
  }  ///< 1 / deviation, or 0

  /// The same on every machine and by every compiler: nothing but sums, products and roots.
  FeaturePoint point(const FeatureVector& features) const;

 private:
  std::array<double, kFeatureCount> mean_{};
  std::array<double, kFeatureCount> scale_{};  // 1 / deviation, or 0
};

/// Root of the mean of squared differences over all features: 1 is a standard deviation in each.
float distance(const FeaturePoint& a, const FeaturePoint& b);

/// Vicinity density: points of `set` within `radius` of `centre`.
std::size_t vicinity_density(const FeaturePoint& centre, std::span<const FeaturePoint> set,
                             float radius);

}  // namespace lmtune
