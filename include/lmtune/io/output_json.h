// The machine output of commands (--json): devices, features and predictions.
#pragma once

#include <span>
#include <string>

#include "lmtune/core/benchmark.h"
#include "lmtune/core/device_info.h"
#include "lmtune/core/feature_vector.h"
#include "lmtune/core/prediction.h"

namespace lmtune {

inline constexpr int kPredictionFormatVersion = 1;

std::string format_devices(std::span<const DeviceInfo> devices);

/// What `predict --json` prints (docs/schemas/prediction.schema.json).
std::string format_predictions(std::span<const Prediction> predictions, const std::string& model_path,
                               const DeviceInfo& device);

}  // namespace lmtune
