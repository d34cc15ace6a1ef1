// A trained model as it lies in a file: the booster, and all that says where it may be used.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "lmtune/core/device_info.h"

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

/// From cross-validation split by kernel spec; shares of 1.
struct ModelEvaluation {
  std::uint32_t folds = 0;
  double accuracy = 0.0;
  double decisive_accuracy = 0.0;
  double always_accuracy = 0.0;  ///< of the rule "always cache": the class balance
  double never_accuracy = 0.0;
  double performance_captured = 0.0;
  double always_performance = 0.0;
  double never_performance = 0.0;
};

struct ModelFile {
  int feature_schema_version = 0;
  std::vector<std::string> feature_names;  ///< in the booster's order
  DeviceInfo device;
  std::string lmtune_version;
  TrainingSummary training;
  ModelEvaluation evaluation;
  std::string booster_json;  ///< XGBoost's own JSON model
};

}  // namespace lmtune
