// The study of a set of measurements: how well models trained in different ways do on real
// benchmarks whose family they have not seen.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "lmtune/core/device_info.h"

namespace lmtune {

/// Of one way to decide, on some samples; shares of 1.
struct Score {
  std::uint64_t samples = 0;
  std::uint64_t decisive = 0;  ///< of them
  double accuracy = 0.0;
  double balanced_accuracy = 0.0;     ///< mean of the accuracies on both classes, where both occur
  double decisive_accuracy = 0.0;     ///< 0 where none is decisive
  double performance_captured = 0.0;  ///< time of the faster variant / of the chosen, averaged

  bool operator==(const Score&) const = default;
};

/// 95 % of the means over families drawn with replacement.
struct ConfidenceRange {
  double low = 0.0;
  double high = 0.0;

  bool operator==(const ConfidenceRange&) const = default;
};

/// Of one way to decide, on the real benchmarks.
struct FamilyScores {
  std::string name;
  std::map<std::string, Score> families;
  Score overall;  ///< over all benchmarks alike
  ConfidenceRange accuracy;
  ConfidenceRange decisive_accuracy;
};

/// Average vicinity density of a training set: samples of it within `radius` of a real benchmark.
struct DensityAtRadius {
  double radius = 0.0;
  std::map<std::string, double> families;  ///< around each family, without what that brought in
  double correlation = 0.0;                ///< over families, of log(1 + density) and accuracy
};

/// Thirteen models, each without one family, from one training set.
struct TrainingSetStudy {
  std::uint64_t samples = 0;  ///< with all families
  FamilyScores leave_one_out;
  std::vector<DensityAtRadius> density;
};

/// Leave-one-out from parts of a training set; over several random draws of the part.
struct LearningPoint {
  std::string training_set;
  std::uint64_t samples = 0;
  std::uint32_t draws = 0;
  double accuracy = 0.0, accuracy_low = 0.0, accuracy_high = 0.0;  ///< mean, lowest, highest
  double decisive_accuracy = 0.0, decisive_low = 0.0, decisive_high = 0.0;
};

/// How well a model does on other kernel specs of its own training set.
struct CrossValidation {
  std::string training_set;
  Score score;
};

struct Evaluation {
  std::string lmtune_version;
  DeviceInfo device;
  std::vector<std::string> runs;  ///< content hashes of the run files
  std::uint64_t seed = 0;
  /// Highest accuracy that can be expected: the label of a tie (measurement.h) is a toss of a coin.
  double label_ceiling = 1.0;
  std::vector<FamilyScores> baselines;  ///< rules that learn nothing
  std::vector<TrainingSetStudy> training_sets;
  std::vector<LearningPoint> learning_curve;
  std::vector<CrossValidation> cross_validation;
  /// A random part of the last training set, without one group of features and with all.
  std::vector<FamilyScores> ablation;
};

}  // namespace lmtune
