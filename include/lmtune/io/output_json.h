// The machine output of commands (--json): devices, kernels, runs and predictions.
#pragma once

#include <span>
#include <string>

#include "lmtune/core/benchmark.h"
#include "lmtune/core/device_info.h"
#include "lmtune/core/feature_vector.h"
#include "lmtune/core/generation_report.h"
#include "lmtune/core/kernel_info.h"
#include "lmtune/core/kernel_spec.h"
#include "lmtune/core/prediction_report.h"
#include "lmtune/core/run_summary.h"

namespace lmtune {

inline constexpr int kDevicesFormatVersion = 1;
inline constexpr int kInspectionFormatVersion = 1;
inline constexpr int kRunSummaryFormatVersion = 1;
inline constexpr int kPredictionFormatVersion = 2;
inline constexpr int kGenerationFormatVersion = 1;

/// What `devices --json` prints.
std::string format_devices(std::span<const DeviceInfo> devices);

/// What `inspect --json` prints (docs/schemas/inspection.schema.json): kernels of `spec`'s source.
std::string format_inspection(const KernelSpec& spec, std::span<const KernelInfo> kernels);

/// What `measure --json` prints; `run_path` is the run file.
std::string format_run_summary(const RunSummary& summary, const std::string& run_path);

/// What `generate --json` prints (docs/schemas/generation.schema.json).
std::string format_generation_report(const GenerationReport& report,
                                     const std::string& campaign_path);

/// What `predict --json` prints (docs/schemas/prediction.schema.json).
std::string format_predictions(const PredictionReport& report, const std::string& model_path,
                               const DeviceInfo& device);

}  // namespace lmtune
