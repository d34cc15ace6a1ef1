// The staging planner: what could be staged of a target that nobody has written a cached variant
// for.
#pragma once

#include <string>
#include <vector>

#include "lmtune/core/access_trace.h"
#include "lmtune/core/benchmark.h"
#include "lmtune/core/device_info.h"
#include "lmtune/core/staging_plan.h"

namespace lmtune {

/// What decides which elements of the target are loaded.
enum class TargetIndices {
  kComputed,           ///< ids, loops and scalar arguments, or data that picks a compact region
  kFromDataScattered,  ///< what other arrays hold: before the loads, nobody knows the region
};

/// Whether the elements of the target that `trace` loads fill less than half of the runs that a
/// copy loop would have to stage for them.
bool is_scattered(const AccessTrace& trace, const Benchmark& benchmark);

struct StagingProposals {
  std::vector<StagingPlan> plans;
  std::vector<std::string> rejected;  ///< a sentence for each kind of plan that cannot be
};

/// Plans that fit the device's local memory, the whole footprint first, then ever shorter chunks of
/// consecutive loads. Chunks need barriers where the loads are, which all work-items of the group
/// must reach equally often. Of a target with indices from data, only the whole array can be
/// staged. `trace` is of the baseline variant.
StagingProposals plan_staging(const AccessTrace& trace, const Benchmark& benchmark,
                              const DeviceInfo& device, TargetIndices indices);

}  // namespace lmtune
