// A trained model as it lies in a file: the forests, what they may claim, and where they may be
// used.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "lmtune/core/device_info.h"
#include "lmtune/core/evaluation.h"
#include "lmtune/core/feature_space.h"

namespace lmtune {

/// Counted over the samples that a model was trained from.
struct TrainingSummary {
  std::uint64_t samples = 0;
  std::uint64_t kernel_specs = 0;
  std::uint64_t synthetic = 0;
  std::uint64_t beneficial = 0;  ///< samples with speedup > 1
  std::uint64_t decisive = 0;
  std::vector<std::string> runs;  ///< content hashes of the run files
};

/// What the samples were held out by, on which a model was judged.
enum class HeldOut {
  kKernelSpec,  ///< all samples, in folds that keep kernel specs together
  kFamily,      ///< real samples, a family at a time
};

/// On held-out samples; shares of 1.
struct ModelEvaluation {
  HeldOut held_out = HeldOut::kKernelSpec;
  std::uint32_t folds = 0;  ///< or families
  std::uint64_t samples = 0;
  double accuracy = 0.0;
  double decisive_accuracy = 0.0;
  double always_accuracy = 0.0;  ///< of the rule "always cache": the class balance
  double never_accuracy = 0.0;
  double performance_captured = 0.0;
  double always_performance = 0.0;
  double never_performance = 0.0;
  double brier = 0.0;          ///< mean squared error of the probabilities
  double speedup_error = 0.0;  ///< median of |log(speedup / expected speedup)|
  double answered = 0.0;       ///< share that is surer than `answer_from`
  double answered_decisive_accuracy = 0.0;
  std::vector<ReliabilityBin> reliability;
};

/// What was chosen by the search of `train`.
struct TrainingChoices {
  int rounds = 0;             ///< trees of the first forest
  int correction_rounds = 0;  ///< of the second, 0 without it
  int correction_depth = 0;

  bool operator==(const TrainingChoices&) const = default;
};

/// XGBoost's own models, as it writes them in UBJSON.
struct ForestFile {
  std::string first;
  std::string correction;  ///< goes on where the first ends; empty without it
};

/// Of expected speedups up to exp(up_to), 80 % were off by exp(low) to exp(high).
struct SpeedupRange {
  double up_to = 0.0;
  double low = 0.0;
  double high = 0.0;

  bool operator==(const SpeedupRange&) const = default;
};

/// A point of a feature space in hundredths: nobody needs more digits of a distance.
using StoredPoint = std::array<std::int16_t, kFeatureCount>;

/// Where the training samples lie, by a random part of them; no points where they are too few.
struct TrainingVicinity {
  FeatureSpace space;
  std::vector<StoredPoint> points;
  double samples_per_point = 1.0;
  double radius = 0.0;  ///< within which 99 % of held-out samples have a point
};

struct ModelFile {
  int feature_schema_version = 0;
  std::vector<std::string> feature_names;  ///< in the forests' order
  DeviceInfo device;
  std::string lmtune_version;
  TrainingSummary training;
  TrainingChoices choices;
  ModelEvaluation evaluation;
  ForestFile beneficial;     ///< log-odds that caching is beneficial
  ForestFile speedup;        ///< natural logarithm of the speedup
  double temperature = 1.0;  ///< calibration.h
  double answer_from = 0.5;  ///< least sureness, max(p, 1 - p), of an answer
  std::vector<SpeedupRange> speedup_ranges;
  TrainingVicinity vicinity;
};

}  // namespace lmtune
