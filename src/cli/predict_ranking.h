// All targets of one kernel, side by side.
#pragma once

#include "lmtune/core/device_info.h"
#include "lmtune/core/prediction_report.h"

namespace lmtune {

/// Orders the predictions, all of one launch, by the probability that caching pays, and finds the
/// pairs that pay alone and do not fit in local memory together.
void rank(PredictionReport& report, const DeviceInfo& device);

}  // namespace lmtune
