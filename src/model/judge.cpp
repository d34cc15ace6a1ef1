#include "lmtune/model/judge.h"

#include <algorithm>
#include <cstddef>

#include "lmtune/core/measurement.h"

namespace lmtune {
namespace {

/// Shares of one way to decide, summed up.
struct Score {
  double right = 0.0;
  double captured = 0.0;

  void add(Verdict verdict, const Sample& sample) {
    if ((verdict == Verdict::kCache) == is_beneficial(sample)) right += 1.0;
    captured += performance_captured(verdict, sample.speedup);
  }
};

}  // namespace

Verdict verdict_of(double probability) {
  return probability >= kCacheThreshold ? Verdict::kCache : Verdict::kLeave;
}

double performance_captured(Verdict verdict, double speedup) {
  // With the cached variant's time as unit, the baseline takes `speedup`.
  return verdict == Verdict::kCache ? std::min(1.0, speedup) : std::min(1.0, 1.0 / speedup);
}

ModelEvaluation judge(std::span<const Sample> samples, std::span<const double> probabilities) {
  Score model;
  Score decisive;
  Score always;
  Score never;
  double decisive_count = 0.0;
  for (std::size_t i = 0; i < samples.size(); ++i) {
    const Verdict verdict = verdict_of(probabilities[i]);
    model.add(verdict, samples[i]);
    always.add(Verdict::kCache, samples[i]);
    never.add(Verdict::kLeave, samples[i]);
    if (is_decisive(samples[i].speedup)) {
      decisive.add(verdict, samples[i]);
      decisive_count += 1.0;
    }
  }
  const auto count = static_cast<double>(samples.size());
  ModelEvaluation evaluation;
  evaluation.accuracy = model.right / count;
  evaluation.decisive_accuracy = decisive_count > 0.0 ? decisive.right / decisive_count : 0.0;
  evaluation.always_accuracy = always.right / count;
  evaluation.never_accuracy = never.right / count;
  evaluation.performance_captured = model.captured / count;
  evaluation.always_performance = always.captured / count;
  evaluation.never_performance = never.captured / count;
  return evaluation;
}

}  // namespace lmtune
