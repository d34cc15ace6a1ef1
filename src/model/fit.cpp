#include "lmtune/model/fit.h"

#include <cmath>

#include "model/forests.h"

namespace lmtune {
namespace {

constexpr int kCorrectionDepth = 4;
constexpr int kCorrectionRounds = 100;

Booster fit_first(std::span<const Sample* const> samples, const FitOptions& options) {
  Matrix matrix(shown_features(samples, options.hidden));
  matrix.learn(samples, Learns::kBeneficial);
  return Booster::fit(
      matrix, first_options(Learns::kBeneficial, samples.size(), options.rounds, options.seed));
}

Booster fit_correction(const FirstSaid& training, const FitOptions& options) {
  Matrix matrix(shown_features(training.samples, options.hidden));
  matrix.learn(training.samples, Learns::kBeneficial);
  matrix.start_from(correction_start(training.log_odds));
  return Booster::fit(matrix, correction_options(Learns::kBeneficial, kCorrectionDepth,
                                                 kCorrectionRounds, options.seed));
}

}  // namespace

std::vector<double> fit_and_predict(std::span<const Sample* const> training,
                                    std::span<const Sample* const> tested,
                                    const FitOptions& options) {
  return fit_first(training, options).margins(Matrix(shown_features(tested, options.hidden)));
}

std::vector<double> correct_and_predict(const FirstSaid& training, const FirstSaid& tested,
                                        const FitOptions& options) {
  Matrix matrix(shown_features(tested.samples, options.hidden));
  matrix.start_from(correction_start(tested.log_odds));
  return fit_correction(training, options).margins(matrix);
}

std::vector<double> mean_contributions(std::span<const Sample* const> synthetic,
                                       std::span<const Sample* const> real,
                                       std::span<const Sample* const> tested,
                                       const FitOptions& options) {
  const auto forests = [&]() -> Forests {
    if (synthetic.empty()) return {fit_first(real, options), std::nullopt};
    Booster first = fit_first(synthetic, options);
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
