// The staging planner: what could be staged of a target that nobody has written a cached variant
// for.
#pragma once

#include <vector>

#include "lmtune/core/access_trace.h"
#include "lmtune/core/benchmark.h"
#include "lmtune/core/device_info.h"
#include "lmtune/core/staging_plan.h"

namespace lmtune {

/// Plans that fit the device's local memory, the whole footprint first, then ever shorter chunks of
/// consecutive loads; empty if none fits. `trace` is of the baseline variant.
std::vector<StagingPlan> plan_staging(const AccessTrace& trace, const Benchmark& benchmark,
                                      const DeviceInfo& device);

}  // namespace lmtune
