// Predictions in words.
#pragma once

#include <string>

#include "lmtune/core/device_info.h"
#include "lmtune/core/prediction.h"

namespace lmtune {

/// One that rounds to certainty is 99.
int percent(double probability);

/// The verdict, the staging plan and the strongest reasons: a block of lines.
std::string in_words(const Prediction& prediction, const DeviceInfo& device);

}  // namespace lmtune
