// Feature vectors as `lmtune features` prints them for other programs.
#pragma once

#include <span>
#include <string>

#include "lmtune/core/device_info.h"
#include "lmtune/core/feature_vector.h"
#include "lmtune/core/staging_plan.h"

namespace lmtune {

inline constexpr int kFeaturesFormatVersion = 1;

/// The features of staging one benchmark's target by one plan.
struct FeatureRow {
  std::string benchmark_id;
  std::string benchmark_name;
  std::string target;
  StagingPlan plan;
  FeatureVector features;
};

/// One JSON object (docs/schemas/features.schema.json).
std::string format_features_json(std::span<const FeatureRow> rows, const DeviceInfo& device);

/// A header line and a line a row: benchmark_id, benchmark_name, target, then every feature in the
/// order of the schema. Quoted as RFC 4180 says; numbers read back exactly.
std::string format_features_csv(std::span<const FeatureRow> rows);

}  // namespace lmtune
