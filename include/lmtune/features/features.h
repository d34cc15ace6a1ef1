// From an access trace to features, in two steps: one definition for both producers of traces.
#pragma once

#include "lmtune/core/access_trace.h"
#include "lmtune/core/benchmark.h"
#include "lmtune/core/device_info.h"
#include "lmtune/core/feature_vector.h"
#include "lmtune/core/trace_summary.h"

namespace lmtune {

/// Sums up a trace of the baseline variant of `benchmark`, for its target. For synthetic benchmarks
/// summarise_synthetic() gives the same without a trace.
TraceSummary summarise(const AccessTrace& trace, const Benchmark& benchmark);

/// The features of caching `benchmark`'s target by `plan` on `device`. Throws kInput if the summary
/// holds no load of the target.
FeatureVector compute_features(const TraceSummary& summary, const Benchmark& benchmark,
                               const StagingPlan& plan, const DeviceInfo& device);

}  // namespace lmtune
