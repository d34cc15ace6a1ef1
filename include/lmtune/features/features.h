// From an access trace to features: one definition for both producers of traces.
#pragma once

#include "lmtune/core/access_trace.h"
#include "lmtune/core/benchmark.h"
#include "lmtune/core/device_info.h"
#include "lmtune/core/feature_vector.h"

namespace lmtune {

/// The features of caching `benchmark`'s target by `plan` on `device`; `trace` is of the baseline
/// variant. Throws kInput if the trace holds no load of the target.
FeatureVector compute_features(const AccessTrace& trace, const Benchmark& benchmark,
                               const StagingPlan& plan, const DeviceInfo& device);

}  // namespace lmtune
