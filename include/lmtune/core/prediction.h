// What lmtune says about one benchmark without running it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "lmtune/core/feature_vector.h"
#include "lmtune/core/staging_plan.h"

namespace lmtune {

enum class Verdict {
  kCache,
  kLeave,
  kNoClearDifference,  ///< about as fast either way
  kDontKnow,           ///< too unsure, or too far from everything that the model has seen
};

/// "cache", "leave", "no-clear-difference" or "dont-know", as in files.
std::string to_string(Verdict verdict);

/// Of a model, for one feature vector.
struct Answer {
  Verdict verdict = Verdict::kDontKnow;
  double probability = 0.5;  ///< that caching is beneficial
  double speedup = 1.0;      ///< expected
  double speedup_low = 1.0;  ///< lower and upper end of the range in which 80 % of held-out samples
  double speedup_high = 1.0;  ///< with about that expectation were
  /// Vicinity density: training samples near by, about. Absent where the model does not tell.
  std::optional<double> density;
};

/// How far one feature moved the model's log-odds towards caching (negative: away from it).
struct Contribution {
  Feature feature = Feature::kCount;
  double value = 0.0;  ///< the feature's own value
  double log_odds = 0.0;
};

struct Prediction {
  std::string benchmark_id;
  std::string benchmark_name;
  std::string target;
  Answer answer;
  StagingPlan plan;                         ///< what would be staged, and the local memory it takes
  std::vector<std::string> rejected_plans;  ///< why others cannot be, a sentence each
  FeatureVector features;
  std::vector<Contribution> contributions;  ///< every feature, the strongest first
};

}  // namespace lmtune
