#include "model/forests.h"

#include <algorithm>

namespace lmtune {
namespace {

constexpr double kStart = 0.75;  // of the first forest's margin

/// Where the correction's trees start.
std::vector<double> correction_start(std::span<const double> margins) {
  std::vector<double> start(margins.begin(), margins.end());
  for (double& margin : start) margin *= kStart;
  return start;
}

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

Booster fit_first(std::span<const Sample* const> samples, Learns learns,
                  const FitOptions& options) {
  constexpr int kDepth = 5;
  // Leaves of many samples keep to what holds in general; a few dozen must still be split.
  const double leaf_weight = std::clamp(static_cast<double>(samples.size()) / 4000.0, 0.3, 10.0);
  Matrix matrix(shown_features(samples, options.hidden));
  matrix.learn(samples, learns);
  return Booster::fit(matrix, {learns, options.rounds, kDepth, leaf_weight, options.seed});
}

Booster fit_correction(const FirstSaid& training, Learns learns, int depth,
                       const FitOptions& options) {
  constexpr double kLeafWeight = 3.0;
  Matrix matrix = to_correct(training, options.hidden);
  matrix.learn(training.samples, learns);
  return Booster::fit(matrix, {learns, options.rounds, depth, kLeafWeight, options.seed});
}

Matrix to_correct(const FirstSaid& tested, const std::vector<Feature>& hidden) {
  Matrix matrix(shown_features(tested.samples, hidden));
  matrix.start_from(correction_start(tested.margins));
  return matrix;
}

Forests Forests::from_file(const ForestFile& file) {
  std::optional<Booster> correction;
  if (!file.correction.empty()) correction = Booster::from_bytes(file.correction);
  return {Booster::from_bytes(file.first), std::move(correction)};
}

void Forests::use_all_cores() {
  first_.use_all_cores();
  if (correction_) correction_->use_all_cores();
}

std::vector<double> Forests::margins(Matrix& rows) const {
  rows.start_from({});
  std::vector<double> margins = first_.margins(rows);
  if (!correction_) return margins;
  rows.start_from(correction_start(margins));
  return correction_->margins(rows);
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
  return {first_.to_bytes(), correction_ ? correction_->to_bytes() : std::string()};
}

}  // namespace lmtune
