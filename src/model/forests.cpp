#include "model/forests.h"

#include <algorithm>

namespace lmtune {
namespace {

constexpr double kStart = 0.5;  // of the first forest's margin

}  // namespace

std::vector<FeatureVector> shown_features(std::span<const Sample* const> samples,
                                          const std::vector<Feature>& hidden) {
  std::vector<FeatureVector> features;
  features.reserve(samples.size());
  for (const Sample* sample : samples) {
    features.push_back(sample->features);
    for (const Feature feature : hidden) features.back()[feature] = 0.0;
  }
  return features;
}

BoosterOptions first_options(Learns learns, std::size_t samples, int rounds, std::uint64_t seed) {
  // Leaves of many samples keep to what holds in general; a few dozen must still be split.
  const double leaf_weight = std::clamp(static_cast<double>(samples) / 4000.0, 0.3, 10.0);
  return {learns, rounds, 5, leaf_weight, seed};
}

BoosterOptions correction_options(Learns learns, int depth, int rounds, std::uint64_t seed) {
  constexpr double kLeafWeight = 3.0;
  return {learns, rounds, depth, kLeafWeight, seed};
}

std::vector<double> correction_start(std::span<const double> margins) {
  std::vector<double> start(margins.begin(), margins.end());
  for (double& margin : start) margin *= kStart;
  return start;
}

Forests Forests::from_file(const ForestFile& file) {
  std::optional<Booster> correction;
  if (!file.correction.empty()) correction = Booster::from_json(file.correction);
  return {Booster::from_json(file.first), std::move(correction)};
}

std::vector<double> Forests::margins(std::span<const FeatureVector> rows) const {
  Matrix matrix(rows);
  std::vector<double> margins = first_.margins(matrix);
  if (!correction_) return margins;
  matrix.start_from(correction_start(margins));
  return correction_->margins(matrix);
}

std::vector<double> Forests::contributions(const FeatureVector& row) const {
  const Matrix matrix(std::span(&row, 1));
  std::vector<double> sum = first_.contributions(matrix);
  if (correction_) {
    const std::vector<double> corrected = correction_->contributions(matrix);
    for (std::size_t i = 0; i < sum.size(); ++i) sum[i] = kStart * sum[i] + corrected[i];
  }
  sum.pop_back();  // the bias
  return sum;
}

ForestFile Forests::to_file() const {
  return {first_.to_json(), correction_ ? correction_->to_json() : std::string()};
}

}  // namespace lmtune
