// From a benchmark, synthetic or real, to its access trace and its features.
#pragma once

#include <string>
#include <vector>

#include "lmtune/core/benchmark.h"
#include "lmtune/core/device_info.h"
#include "lmtune/core/feature_vector.h"
#include "lmtune/core/staging_plan.h"
#include "lmtune/core/trace_summary.h"

namespace lmtune {

/// The summary that features are computed from: the one that the benchmark carries, or that of the
/// baseline's trace. That is the one that the benchmark carries, or is made: by the template's
/// address arithmetic for a synthetic benchmark, else by the tracer in a child process (safe to
/// call from several threads at once). Throws kInput where the kernel cannot be traced or the
/// target is never loaded or written, and kUsage for a real benchmark if lmtune was built without
/// the tracer.
TraceSummary summarise_baseline(const Benchmark& benchmark);

/// Warns of what a trace met, out-of-bounds accesses above all.
void warn_of(const std::vector<std::string>& problems, const std::string& name);

struct PlannedFeatures {
  StagingPlan plan;
  FeatureVector features;
};

struct PlanChoices {
  std::vector<PlannedFeatures> planned;  ///< at least one
  std::vector<std::string> rejected;     ///< why others cannot be, a sentence each
};

/// The features on `device` of each way to stage the target: the benchmark's own plan, or those of
/// the planner if it has none. Throws as summarise_baseline() does, and kInput where the planner
/// finds no plan that fits.
PlanChoices planned_features(const Benchmark& benchmark, const DeviceInfo& device);

}  // namespace lmtune
