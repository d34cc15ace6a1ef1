// All that `predict` says, in words.
#pragma once

#include <string>

#include "lmtune/core/device_info.h"
#include "lmtune/core/prediction_report.h"

namespace lmtune {

/// Whether the predictions are numbered, as the targets of one kernel.
enum class Ranking { kNone, kTargets };

/// A block of lines for each prediction, then what was rejected and what excludes each other.
std::string in_words(const PredictionReport& report, const DeviceInfo& device, Ranking ranking);

}  // namespace lmtune
