// The paper's study: models from real benchmarks, from synthetic ones and from both, each judged on
// a family of real benchmarks of which it has seen nothing.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "lmtune/core/evaluation.h"
#include "lmtune/core/sample.h"

namespace lmtune {

struct StudyOptions {
  std::uint64_t seed = 1;
  std::uint32_t threads = 0;  ///< 0: all cores
  int rounds = 200;           ///< trees of every model; nothing is tuned on the families left out
  std::vector<std::uint64_t> sizes{300, 1000, 3000, 10'000, 30'000, 90'000};  ///< learning curve
  std::vector<std::uint64_t> family_sizes{4, 8, 16, 32, 64};                  ///< family curve
  std::uint32_t draws = 3;                                                    ///< of each size
  std::uint32_t folds = 5;                                                    ///< cross-validation
  std::uint64_t ablation_samples = 20'000;
  std::vector<double> radii{0.25, 0.5, 0.75, 1.0, 1.5};
};

/// Called with what is done next, and how much of the whole is done (0 to 1).
using StudyProgress = std::function<void(std::string_view, double)>;

/// `real` are samples of at least two families; `synthetic` those of each generation approach, by
/// its name. Deterministic for a seed, whatever the number of threads. Throws kInput where there is
/// too little to learn from.
Evaluation run_study(std::span<const Sample> real,
                     const std::map<std::string, std::vector<Sample>>& synthetic,
                     const StudyOptions& options, const StudyProgress& progress);

}  // namespace lmtune
