#include "lmtune/model/judge.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "lmtune/core/measurement.h"
#include "lmtune/model/calibration.h"

namespace lmtune {
namespace {

double share(std::uint64_t part, std::uint64_t whole) {
  return whole == 0 ? 0.0 : static_cast<double>(part) / static_cast<double>(whole);
}

}  // namespace

Verdict verdict_of(double probability) {
  return probability >= kCacheThreshold ? Verdict::kCache : Verdict::kLeave;
}

double performance_captured(Verdict verdict, double speedup) {
  // With the cached variant's time as unit, the baseline takes `speedup`.
  return verdict == Verdict::kCache ? std::min(1.0, speedup) : std::min(1.0, 1.0 / speedup);
}

Score score_of(std::span<const Sample* const> samples, std::span<const Verdict> verdicts) {
  Score score;
  std::array<std::uint64_t, 2> of_class{}, right_of_class{};
  std::uint64_t right_decisive = 0;
  double captured = 0.0;
  for (std::size_t i = 0; i < samples.size(); ++i) {
    const bool beneficial = is_beneficial(*samples[i]);
    const bool right = (verdicts[i] == Verdict::kCache) == beneficial;
    ++of_class[beneficial];
    right_of_class[beneficial] += right;
    if (is_decisive(samples[i]->speedup)) {
      ++score.decisive;
      right_decisive += right;
    }
    captured += performance_captured(verdicts[i], samples[i]->speedup);
  }
  score.samples = samples.size();
  if (score.samples == 0) return score;
  score.accuracy = share(right_of_class[0] + right_of_class[1], score.samples);
  score.balanced_accuracy =
      of_class[0] == 0 || of_class[1] == 0
          ? score.accuracy
          : (share(right_of_class[0], of_class[0]) + share(right_of_class[1], of_class[1])) / 2.0;
  score.decisive_accuracy = share(right_decisive, score.decisive);
  score.performance_captured = captured / static_cast<double>(score.samples);
  return score;
}

ModelEvaluation judge(std::span<const Sample* const> samples,
                      std::span<const double> probabilities) {
  std::vector<Verdict> verdicts;
  for (const double probability : probabilities) verdicts.push_back(verdict_of(probability));
  const Score model = score_of(samples, verdicts);
  const Score always = score_of(samples, std::vector<Verdict>(samples.size(), Verdict::kCache));
  const Score never = score_of(samples, std::vector<Verdict>(samples.size(), Verdict::kLeave));
  ModelEvaluation evaluation;
  evaluation.samples = samples.size();
  evaluation.accuracy = model.accuracy;
  evaluation.decisive_accuracy = model.decisive_accuracy;
  evaluation.always_accuracy = always.accuracy;
  evaluation.never_accuracy = never.accuracy;
  evaluation.performance_captured = model.performance_captured;
  evaluation.always_performance = always.performance_captured;
  evaluation.never_performance = never.performance_captured;
  evaluation.brier = brier_score(probabilities, samples);
  evaluation.reliability = reliability(probabilities, samples);
  return evaluation;
}

Answered answered(std::span<const Sample* const> samples, std::span<const double> probabilities,
                  double sureness) {
  std::vector<const Sample*> sure;
  std::vector<Verdict> verdicts;
  for (std::size_t i = 0; i < samples.size(); ++i) {
    if (std::max(probabilities[i], 1.0 - probabilities[i]) < sureness) continue;
    sure.push_back(samples[i]);
    verdicts.push_back(verdict_of(probabilities[i]));
  }
  return {share(sure.size(), samples.size()), score_of(sure, verdicts)};
}

}  // namespace lmtune
