// The fits of a study: a model of some samples, asked about others. Each runs on one thread.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "lmtune/core/sample.h"

namespace lmtune {

struct FitOptions {
  std::uint64_t seed = 1;
  int rounds = 200;             ///< trees
  std::vector<Feature> hidden;  ///< features that the model is not shown
};

/// Log-odds that caching is beneficial for `tested`, by a forest of `training`, which holds both
/// classes.
std::vector<double> fit_and_predict(std::span<const Sample* const> training,
                                    std::span<const Sample* const> tested,
                                    const FitOptions& options);

/// Samples, and what a first forest says of each.
struct FirstSaid {
  std::span<const Sample* const> samples;
  std::span<const double> margins;  ///< log-odds, or logarithms of speedups
};

/// The same by a first forest and its correction, learnt from `training`, whose margins are
/// log-odds. `options.rounds` does not matter: the correction has its own number of trees.
std::vector<double> correct_and_predict(const FirstSaid& training, const FirstSaid& tested,
                                        const FitOptions& options);

/// For each feature, in the schema's order, its mean absolute contribution to the log-odds of
/// `tested`, by a forest of `synthetic`, if there are any, and one of `real`.
std::vector<double> mean_contributions(std::span<const Sample* const> synthetic,
                                       std::span<const Sample* const> real,
                                       std::span<const Sample* const> tested,
                                       const FitOptions& options);

}  // namespace lmtune
