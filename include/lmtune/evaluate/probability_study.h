// What probabilities of leave-one-out models are worth.
#pragma once

#include <span>
#include <string>

#include "lmtune/core/evaluation.h"
#include "lmtune/core/sample.h"

namespace lmtune {

/// `log_odds`, one for each of `real`, are by models that had not seen the sample's family; they
/// are made probabilities by a temperature that fits the other families.
ProbabilityStudy probability_study(const std::string& training_set, std::span<const Sample> real,
                                   std::span<const double> log_odds);

}  // namespace lmtune
