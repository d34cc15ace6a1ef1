#include "lmtune/evaluate/probability_study.h"

#include <algorithm>
#include <array>
#include <map>
#include <vector>

#include "lmtune/model/calibration.h"
#include "lmtune/model/judge.h"

namespace lmtune {
namespace {

constexpr std::array<double, 4> kEffectSizes{1.0, 1.05, 1.25, 2.0};  // lower ends
constexpr std::array<double, 10> kThresholds{0.5, 0.55, 0.6, 0.65, 0.7, 0.75, 0.8, 0.85, 0.9, 0.95};

std::vector<double> calibrated(std::span<const Sample> real, std::span<const double> log_odds) {
  std::map<std::string_view, double> temperatures;
  for (const Sample& sample : real) temperatures[sample.family] = 1.0;
  for (auto& [family, temperature] : temperatures) {
    std::vector<const Sample*> others;
    std::vector<double> of_others;
    for (std::size_t i = 0; i < real.size(); ++i) {
      if (real[i].family == family) continue;
      others.push_back(&real[i]);
      of_others.push_back(log_odds[i]);
    }
    temperature = best_temperature(of_others, others);
  }
  std::vector<double> probabilities;
  for (std::size_t i = 0; i < real.size(); ++i) {
    probabilities.push_back(probability_of(log_odds[i], temperatures[real[i].family]));
  }
  return probabilities;
}

std::vector<EffectConfusion> confusion(std::span<const Sample> real,
                                       std::span<const double> probabilities) {
  std::vector<EffectConfusion> sizes;
  for (std::size_t i = 0; i < kEffectSizes.size(); ++i) {
    sizes.push_back({kEffectSizes[i], i + 1 < kEffectSizes.size() ? kEffectSizes[i + 1] : 0.0});
  }
  for (std::size_t i = 0; i < real.size(); ++i) {
    const double size = std::max(real[i].speedup, 1.0 / real[i].speedup);
    const auto above = std::upper_bound(kEffectSizes.begin(), kEffectSizes.end(), size);
    EffectConfusion& row = sizes[static_cast<std::size_t>(above - kEffectSizes.begin() - 1)];
    const bool cached = verdict_of(probabilities[i]) == Verdict::kCache;
    if (is_beneficial(real[i])) {
      ++(cached ? row.beneficial_cached : row.beneficial_left);
    } else {
      ++(cached ? row.other_cached : row.other_left);
    }
  }
  return sizes;
}

}  // namespace

ProbabilityStudy probability_study(const std::string& training_set, std::span<const Sample> real,
                                   std::span<const double> log_odds) {
  std::vector<const Sample*> samples;
  for (const Sample& sample : real) samples.push_back(&sample);
  const std::vector<double> probabilities = calibrated(real, log_odds);
  ProbabilityStudy study;
  study.training_set = training_set;
  study.brier = brier_score(probabilities, samples);
  study.reliability = reliability(probabilities, samples);
  study.confusion = confusion(real, probabilities);
  for (const double threshold : kThresholds) {
    const Answered sure = answered(samples, probabilities, threshold);
    study.answered.push_back(
        {threshold, sure.share, sure.score.accuracy, sure.score.decisive_accuracy});
  }
  return study;
}

}  // namespace lmtune
