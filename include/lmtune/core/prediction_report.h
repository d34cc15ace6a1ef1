// All that one run of `predict` says: predictions, what got none and why, and what was asked for
// beside them.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "lmtune/core/measurement.h"
#include "lmtune/core/prediction.h"

namespace lmtune {

/// A benchmark, or an array of a kernel, that cannot be predicted.
struct Rejection {
  std::string benchmark_name;
  std::string target;
  std::string reason;
};

/// Two arrays of one kernel that each pay alone, and do not fit in local memory together.
struct Exclusion {
  std::string first, second;
  std::uint64_t local_bytes = 0;  ///< that both take in a group, with what the kernel itself takes
};

/// The same launch with work-groups of another shape. Without `verdict` it was not predicted, for
/// `reason`.
struct ShapePrediction {
  std::array<std::uint64_t, 3> local{1, 1, 1};
  std::optional<Verdict> verdict;
  double probability = 0.0;
  std::uint64_t local_bytes = 0;      ///< of the staging plan
  std::uint32_t resident_groups = 0;  ///< on a compute unit, with that plan
  std::string reason;
};

/// How the verdict depends on the work-group shape.
struct ShapeSweep {
  std::array<std::uint64_t, 3> own{1, 1, 1};  ///< the launch's shape
  std::vector<ShapePrediction> shapes;  ///< by work-items, then by width; the launch's own too
  std::string refused;                  ///< why there is none
};

struct PredictionReport {
  std::vector<Prediction> predictions;
  std::vector<Rejection> rejected;
  std::vector<Exclusion> exclusions;
  std::vector<ShapeSweep> sweeps;         ///< one a prediction; empty: not asked for
  std::vector<Measurement> measurements;  ///< one a prediction; empty: not asked for
};

}  // namespace lmtune
