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

/// Held-out samples of about one probability.
struct ReliabilityBin {
  std::uint64_t samples = 0;
  double predicted = 0.0;  ///< mean probability that caching is beneficial
  double observed = 0.0;   ///< share of which that is true

  bool operator==(const ReliabilityBin&) const = default;
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
  std::uint64_t size = 0;  ///< synthetic samples; in a family curve, the other real families
  std::uint32_t draws = 0;
  double accuracy = 0.0, accuracy_low = 0.0, accuracy_high = 0.0;  ///< mean, lowest, highest
  double decisive_accuracy = 0.0, decisive_low = 0.0, decisive_high = 0.0;
};

/// How well a model does on other kernel specs of its own training set.
struct CrossValidation {
  std::string training_set;
  Score score;
};

/// Samples of a training set by speedup: below the first of Evaluation::speedup_edges, … above the
/// last.
struct SpeedupHistogram {
  std::string name;
  std::vector<std::uint64_t> counts;
};

/// Decisions on real benchmarks whose family was left out, by size of effect: max(s, 1 / s) of the
/// speedup s.
struct EffectConfusion {
  double low = 1.0, high = 0.0;  ///< of the size; high 0: no end
  std::uint64_t beneficial_cached = 0, beneficial_left = 0;
  std::uint64_t other_cached = 0, other_left = 0;
};

/// What is left, and how good it is, if the model answers only where it is at least so sure.
struct AnsweredPoint {
  double threshold = 0.5;  ///< of max(p, 1 - p)
  double answered = 1.0;
  double accuracy = 0.0;
  double decisive_accuracy = 0.0;
};

/// The probabilities that leave-one-out models gave, each family's calibrated on the others.
struct ProbabilityStudy {
  std::string training_set;
  double brier = 0.0;
  std::vector<ReliabilityBin> reliability;
  std::vector<EffectConfusion> confusion;
  std::vector<AnsweredPoint> answered;
};

/// Mean absolute contribution of a feature to the log-odds of real benchmarks.
struct FeatureImportance {
  std::string feature;
  double log_odds = 0.0;
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
  std::vector<LearningPoint> learning_curve;  ///< by synthetic samples
  std::vector<LearningPoint> family_curve;    ///< by real families
  std::vector<CrossValidation> cross_validation;
  /// A random part of the last training set, without one group of features and with all.
  std::vector<FamilyScores> ablation;
  std::vector<double> speedup_edges;
  std::vector<SpeedupHistogram> speedups;
  std::vector<ProbabilityStudy> probabilities;  ///< one a training set
  std::vector<FeatureImportance> importance;    ///< by a model of everything, the strongest first
};

}  // namespace lmtune
