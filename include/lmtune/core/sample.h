// A sample: what a model learns from, the features of one benchmark and its measured speedup.
#pragma once

#include <string>
#include <vector>

#include "lmtune/core/benchmark.h"
#include "lmtune/core/feature_vector.h"

namespace lmtune {

struct Sample {
  std::string benchmark_id;
  std::string spec_id;  ///< samples of one kernel spec stay on one side of every split
  Origin origin = Origin::kSynthetic;
  std::string family;
  std::string approach;  ///< synthetic: of generation, "range" or "vicinity"
  /// Synthetic: seed families without any one of which it would not have been generated.
  std::vector<std::string> brought_by;
  FeatureVector features;
  double speedup = 1.0;  ///< beneficial: > 1
  bool tie = false;      ///< the speedup cannot be told from 1
};

inline bool is_beneficial(const Sample& sample) { return sample.speedup > 1.0; }

}  // namespace lmtune
