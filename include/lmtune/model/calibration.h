// From margins of held-out samples to what a model may claim: probabilities that come true, ranges
// that hold, and where it should say nothing. Pure functions.
#pragma once

#include <span>
#include <vector>

#include "lmtune/core/model_file.h"
#include "lmtune/core/sample.h"

namespace lmtune {

/// Probability that belongs to these log-odds: 1 / (1 + e^(-temperature * log_odds)).
double probability_of(double log_odds, double temperature);

/// The temperature with which the probabilities of `log_odds`, one a sample, fit best what is true
/// of the samples (by log-loss; Platt scaling without intercept, so that no verdict changes).
/// In [0.05, 5]; 1 for no sample.
double best_temperature(std::span<const double> log_odds, std::span<const Sample* const> samples);

/// Mean negative logarithm of the probability that was given to what is true: it punishes a model
/// that is sure and wrong.
double log_loss(std::span<const double> probabilities, std::span<const Sample* const> samples);

/// Mean squared difference of the probabilities and what is true (1 or 0).
double brier_score(std::span<const double> probabilities, std::span<const Sample* const> samples);

/// Ten bins of probability, less those without a sample.
std::vector<ReliabilityBin> reliability(std::span<const double> probabilities,
                                        std::span<const Sample* const> samples);

/// The highest sureness, max(p, 1 - p), that at least `share` of the probabilities have; 0.5 for
/// none.
double sureness_of_share(std::span<const double> probabilities, double share);

/// How far off `predicted`, logarithms of speedups, were: the range that 80 % of the errors lie in,
/// for equally many samples each from the lowest to the highest predictions.
std::vector<SpeedupRange> speedup_ranges(std::span<const double> predicted,
                                         std::span<const Sample* const> samples);

}  // namespace lmtune
