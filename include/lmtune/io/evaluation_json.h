// Evaluation files: what `evaluate` writes and `report` reads
// (docs/schemas/evaluation.schema.json).
#pragma once

#include <string>

#include "lmtune/core/evaluation.h"

namespace lmtune {

inline constexpr int kEvaluationFormatVersion = 2;

std::string format_evaluation(const Evaluation& evaluation);

}  // namespace lmtune
