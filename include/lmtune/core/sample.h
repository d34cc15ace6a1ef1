// A sample: what a model learns from, the features of one benchmark and its measured speedup.
#pragma once

#include <string>

#include "lmtune/core/benchmark.h"
#include "lmtune/core/feature_vector.h"

namespace lmtune {

struct Sample {
  std::string benchmark_id;
  std::string spec_id;  ///< samples of one kernel spec stay on one side of every split
  Origin origin = Origin::kSynthetic;
  std::string family;
  FeatureVector features;
  double speedup = 1.0;  ///< beneficial: > 1
};

inline bool is_beneficial(const Sample& sample) { return sample.speedup > 1.0; }

}  // namespace lmtune
