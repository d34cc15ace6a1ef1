#include "lmtune/features/features.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "features/access_summary.h"
#include "features/target_elements.h"
#include "lmtune/base/error.h"

namespace lmtune {
namespace {

double ratio(double numerator, double denominator) {
  return denominator > 0.0 ? numerator / denominator : 0.0;
}

double real(std::uint64_t value) { return static_cast<double>(value); }

/// What the group does with the target.
struct TargetUse {
  AccessSummary summary;
  std::uint64_t element_loads = 0;  ///< a vector load counts each element that it touches
  std::uint64_t distinct_elements = 0;
  std::uint64_t distinct_sectors = 0;
};

TargetUse use_of_target(const AccessTrace& trace, const std::string& target,
                        std::uint32_t element_bytes) {
  TargetUse use;
  std::vector<std::uint64_t> elements;
  std::vector<std::uint64_t> sectors;
  for (const MemoryInstruction& instruction : trace.instructions) {
    if (instruction.argument != target || instruction.kind != AccessKind::kLoad) continue;
    use.summary += summarise(instruction);
    for (const std::uint64_t offset : instruction.offsets) {
      const ElementRange range = elements_touched(offset, instruction.bytes, element_bytes);
      use.element_loads += range.end - range.begin;
      for (std::uint64_t e = range.begin; e < range.end; ++e) elements.push_back(e);
      sectors.push_back(offset / kSectorBytes);
    }
  }
  sort_distinct(elements);
  sort_distinct(sectors);
  use.distinct_elements = elements.size();
  use.distinct_sectors = sectors.size();
  return use;
}

/// All other accesses to global memory.
struct OtherUse {
  AccessSummary loads;
  std::uint64_t repeated_lanes = 0;  ///< loads by instructions that run more than once in an item
  AccessSummary stores;              ///< and atomics
};

OtherUse other_use(const AccessTrace& trace, const std::string& target) {
  OtherUse use;
  for (const MemoryInstruction& instruction : trace.instructions) {
    const AccessSummary summary = summarise(instruction);
    if (instruction.kind != AccessKind::kLoad) {
      use.stores += summary;
    } else if (instruction.argument != target) {
      use.loads += summary;
      if (summary.repeats) use.repeated_lanes += summary.lane_accesses;
    }
  }
  return use;
}

void set_target_features(FeatureVector& f, const TargetUse& use, std::uint32_t items,
                         std::uint32_t element_bytes) {
  const AccessSummary& s = use.summary;
  f[Feature::kTargetLoadsPerItem] = ratio(real(s.lane_accesses), items);
  f[Feature::kTargetReuse] = ratio(real(use.element_loads), real(use.distinct_elements));
  f[Feature::kTargetSectorsPerAccess] = ratio(real(s.sectors), real(s.accesses));
  f[Feature::kTargetLinesPerAccess] = ratio(real(s.lines), real(s.accesses));
  f[Feature::kTargetUniformShare] = ratio(real(s.uniform), real(s.accesses));
  f[Feature::kTargetActiveLanes] = ratio(real(s.lane_accesses), real(s.accesses) * kWarpLanes);
  f[Feature::kTargetSectorReuse] = ratio(real(s.sectors), real(use.distinct_sectors));
  f[Feature::kTargetElementBytes] = element_bytes;
  f[Feature::kFootprintBytes] = real(use.distinct_elements * element_bytes);
}

void set_staging_features(FeatureVector& f, const TargetUse& use, const StagingPlan& plan,
                          std::uint32_t items, std::uint32_t element_bytes) {
  const double staged = real(staged_elements(plan));
  const double staged_in_all = staged * real(plan.episodes);
  f[Feature::kStagedElements] = staged;
  f[Feature::kStagedRuns] = real(staged_runs(plan));
  f[Feature::kStagedRunElements] = ratio(staged, real(staged_runs(plan)));
  f[Feature::kStagedBytes] = real(plan.local_bytes);
  f[Feature::kStagingEpisodes] = real(plan.episodes);
  f[Feature::kStagedPerItem] = ratio(staged_in_all, items);
  f[Feature::kStagingOverfetch] = ratio(staged_in_all, real(use.distinct_elements));
  f[Feature::kLoadsPerStagedElement] = ratio(real(use.element_loads), staged_in_all);
  f[Feature::kStagingBatched] = plan.copy_style == CopyStyle::kBatched ? 1.0 : 0.0;
  f[Feature::kStagingCopyBytes] = plan.copy_elements * element_bytes;
  f[Feature::kStagingBarriers] = real(plan.episodes * plan.barriers_per_episode);
}

void set_other_features(FeatureVector& f, const OtherUse& use, const TargetUse& target,
                        const AccessTrace& trace) {
  const double loads = real(target.summary.lane_accesses);
  f[Feature::kFlopsPerTargetLoad] = ratio(real(trace.operations.floating_point), loads);
  f[Feature::kSpecialPerTargetLoad] = ratio(real(trace.operations.special), loads);
  f[Feature::kOtherCoalescedLoads] = ratio(real(use.loads.coalesced_lanes), trace.items);
  f[Feature::kOtherUncoalescedLoads] = ratio(real(use.loads.uncoalesced_lanes), trace.items);
  f[Feature::kOtherUniformLoads] = ratio(real(use.loads.uniform_lanes), trace.items);
  f[Feature::kOtherLoopShare] = ratio(real(use.repeated_lanes), real(use.loads.lane_accesses));
  f[Feature::kStoresPerItem] = ratio(real(use.stores.lane_accesses), trace.items);
  f[Feature::kStoreSectorsPerAccess] = ratio(real(use.stores.sectors), real(use.stores.accesses));
}

void set_parallelism_features(FeatureVector& f, const AccessTrace& trace, const Launch& launch,
                              const StagingPlan& plan, const DeviceInfo& device) {
  const std::uint64_t items = group_items(launch);
  const double plain = resident_groups(device, items, trace.local_bytes);
  const double cached = resident_groups(device, items, trace.local_bytes + plan.local_bytes);
  f[Feature::kGroupItems] = real(items);
  f[Feature::kGroupWidth] = real(launch.local[0]);
  f[Feature::kGroupCount] = real(group_count(launch));
  f[Feature::kResidentGroups] = plain;
  f[Feature::kResidentGroupsCached] = cached;
  f[Feature::kResidencyKept] = ratio(cached, plain);
  f[Feature::kWaves] = ratio(real(group_count(launch)), plain * device.compute_units);
}

}  // namespace

FeatureVector compute_features(const AccessTrace& trace, const Benchmark& benchmark,
                               const StagingPlan& plan, const DeviceInfo& device) {
  const BufferArgument& buffer = target_buffer(benchmark);
  const std::uint32_t element_bytes = size_bytes(buffer.element);
  const TargetUse target = use_of_target(trace, benchmark.target, element_bytes);
  if (target.summary.accesses == 0) {
    throw Error(ErrorKind::kInput, benchmark.name,
                fmt::format("the traced work-group never loads '{}'", benchmark.target),
                "name an array that this launch reads");
  }
  FeatureVector features;
  set_target_features(features, target, trace.items, element_bytes);
  features[Feature::kTargetToCache] =
      real(buffer_bytes(buffer)) / real(std::max<std::uint64_t>(device.cache_bytes, 1));
  set_staging_features(features, target, plan, trace.items, element_bytes);
  set_other_features(features, other_use(trace, benchmark.target), target, trace);
  set_parallelism_features(features, trace, benchmark.launch, plan, device);
  return features;
}

}  // namespace lmtune
