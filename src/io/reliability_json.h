// Reliability tables, as models and evaluations hold them.
#pragma once

#include <vector>

#include "io/json_value.h"
#include "lmtune/core/evaluation.h"

namespace lmtune {

Json to_json(const std::vector<ReliabilityBin>& bins);
std::vector<ReliabilityBin> reliability_from_json(const JsonValue& value);

}  // namespace lmtune
