// What lmtune says about one benchmark without running it.
#pragma once

#include <string>
#include <vector>

#include "lmtune/core/feature_vector.h"
#include "lmtune/core/staging_plan.h"

namespace lmtune {

enum class Verdict { kCache, kLeave };

/// "cache" or "leave", as in files.
std::string to_string(Verdict verdict);

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
  Verdict verdict = Verdict::kLeave;
  double probability = 0.0;  ///< that caching is beneficial
  StagingPlan plan;          ///< what would be staged, and the local memory it takes
  FeatureVector features;
  std::vector<Contribution> contributions;  ///< every feature, the strongest first
};

}  // namespace lmtune
