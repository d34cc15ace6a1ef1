#include "lmtune/model/fit.h"

#include <cmath>

#include "model/forests.h"

namespace lmtune {
namespace {

constexpr int kCorrectionDepth = 4;
constexpr int kCorrectionRounds = 200;

Booster fit_correction(const FirstSaid& training, FitOptions options) {
  options.rounds = kCorrectionRounds;
  return fit_correction(training, Learns::kBeneficial, kCorrectionDepth, options);
}

}  // namespace

std::vector<double> fit_and_predict(std::span<const Sample* const> training,
                                    std::span<const Sample* const> tested,
                                    const FitOptions& options) {
  return fit_first(training, Learns::kBeneficial, options)
      .margins(Matrix(shown_features(tested, options.hidden)));
}

std::vector<double> correct_and_predict(const FirstSaid& training, const FirstSaid& tested,
                                        const FitOptions& options) {
  return fit_correction(training, options).margins(to_correct(tested, options.hidden));
}

std::vector<double> mean_contributions(std::span<const Sample* const> synthetic,
                                       std::span<const Sample* const> real,
                                       std::span<const Sample* const> tested,
                                       const FitOptions& options) {
  const auto forests = [&]() -> Forests {
    if (synthetic.empty()) return {fit_first(real, Learns::kBeneficial, options), std::nullopt};
    Booster first = fit_first(synthetic, Learns::kBeneficial, options);
    const std::vector<double> said = first.margins(Matrix(shown_features(real, options.hidden)));
    Booster correction = fit_correction({real, said}, options);
    return {std::move(first), std::move(correction)};
  }();
  std::vector<double> means(kFeatureCount, 0.0);
  for (const FeatureVector& row : shown_features(tested, options.hidden)) {
    const std::vector<double> contributions = forests.contributions(row);
    for (std::size_t i = 0; i < kFeatureCount; ++i) means[i] += std::abs(contributions[i]);
  }
  for (double& mean : means) mean /= static_cast<double>(tested.size());
  return means;
}

}  // namespace lmtune
