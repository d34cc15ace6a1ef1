// How good predictions are, beside what "always cache" and "never cache" would have been.
#pragma once

#include <span>

#include "lmtune/core/evaluation.h"
#include "lmtune/core/model_file.h"
#include "lmtune/core/prediction.h"
#include "lmtune/core/sample.h"

namespace lmtune {

/// From this probability on, the verdict is to cache.
inline constexpr double kCacheThreshold = 0.5;

Verdict verdict_of(double probability);

/// Time of the faster variant / time of the variant that `verdict` chose, of a benchmark with that
/// speedup: in (0, 1], 1 where the verdict is right.
double performance_captured(Verdict verdict, double speedup);

/// `verdicts` holds one for each sample. All zeros for no sample.
Score score_of(std::span<const Sample* const> samples, std::span<const Verdict> verdicts);

/// Judges `probabilities`, one a sample, against the measured speedups; fills in what follows from
/// these two alone. With no decisive sample, decisive_accuracy is 0. There must be at least one
/// sample.
ModelEvaluation judge(std::span<const Sample* const> samples,
                      std::span<const double> probabilities);

/// Those of `samples` whose probability is at least `sureness` or at most 1 - `sureness`: their
/// share, and the score of their verdicts.
struct Answered {
  double share = 0.0;
  Score score;
};
Answered answered(std::span<const Sample* const> samples, std::span<const double> probabilities,
                  double sureness);

}  // namespace lmtune
