// The prediction of one benchmark, and of many at once.
#pragma once

#include <cstdint>
#include <vector>

#include "lmtune/core/benchmark.h"
#include "lmtune/core/device_info.h"
#include "lmtune/core/prediction.h"
#include "lmtune/core/prediction_report.h"
#include "lmtune/model/model.h"

namespace lmtune {

/// Of the plans that there are, the one that most probably pays. Throws kInput where the launch
/// breaks a limit of the device, and as planned_features() does.
Prediction predict_one(const Model& model, const Benchmark& benchmark, const DeviceInfo& device);

/// Predicts `benchmarks`, in their order, `jobs` at once; those that cannot be predicted are
/// rejected, unless none can: then the first one's error is thrown.
PredictionReport predict_all(const Model& model, const std::vector<Benchmark>& benchmarks,
                             const DeviceInfo& device, std::uint32_t jobs);

}  // namespace lmtune
