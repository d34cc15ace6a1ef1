// From a benchmark, synthetic or real, to its access trace and its features.
#pragma once

#include <string>
#include <vector>

#include "lmtune/core/access_trace.h"
#include "lmtune/core/benchmark.h"
#include "lmtune/core/device_info.h"
#include "lmtune/core/feature_vector.h"
#include "lmtune/core/staging_plan.h"
#include "lmtune/core/trace_summary.h"

namespace lmtune {

/// The access trace of the baseline variant: by the template's address arithmetic for a synthetic
/// benchmark, else by the tracer in a child process (safe to call from several threads at once).
/// Throws kInput where the kernel cannot be traced, and kUsage for a real benchmark if lmtune was
/// built without the tracer.
AccessTrace trace_baseline(const Benchmark& benchmark);

/// The summary that features are computed from: the one that the benchmark carries, or that of its
/// trace. Throws as trace_baseline() does, and kInput where the target is never loaded or written.
TraceSummary summarise_baseline(const Benchmark& benchmark);

struct PlannedFeatures {
  StagingPlan plan;
  FeatureVector features;
};

struct PlanChoices {
  std::vector<PlannedFeatures> planned;  ///< at least one
  std::vector<std::string> rejected;     ///< why others cannot be, a sentence each
};

/// The features on `device` of each way to stage the target: the benchmark's own plan, or those of
/// the planner if it has none. Throws kInput as trace_baseline() does, where the target is never
/// loaded, and where the planner finds no plan that fits.
PlanChoices planned_features(const Benchmark& benchmark, const DeviceInfo& device);

}  // namespace lmtune
