#include "lmtune/features/features.h"

#include <fmt/format.h>

#include <algorithm>

#include "features/bank_conflicts.h"
#include "lmtune/base/error.h"

namespace lmtune {
namespace {

double ratio(double numerator, double denominator) {
  return denominator > 0.0 ? numerator / denominator : 0.0;
}

double real(std::uint64_t value) { return static_cast<double>(value); }

double ratio(std::uint64_t numerator, std::uint64_t denominator) {
  return ratio(real(numerator), real(denominator));
}

std::uint64_t round_up(std::uint64_t value, std::uint64_t unit) {
  return (value + unit - 1) / unit;
}

/// All that the features are computed from.
struct Given {
  const TraceSummary& summary;
  const Launch& launch;
  const StagingPlan& plan;
  const DeviceInfo& device;
  std::uint64_t target_bytes;   // of the whole array
  std::uint32_t element_bytes;  // of the target
};

std::uint64_t footprint_bytes(const Given& given) {
  return given.summary.target.elements * given.element_bytes;
}

void set_target_features(FeatureVector& f, const Given& given) {
  const TargetSummary& target = given.summary.target;
  const AccessSummary& loads = target.loads;
  const std::uint64_t items = given.summary.items;
  f[Feature::kTargetLoadsPerItem] = ratio(loads.lane_accesses, items);
  f[Feature::kTargetInstructions] = real(loads.instructions);
  f[Feature::kTargetTrips] = ratio(loads.lane_accesses, items * loads.instructions);
  f[Feature::kTargetReuse] = ratio(target.element_loads, target.elements);
  f[Feature::kTargetItemReuse] = ratio(target.element_loads, target.item_elements);
  f[Feature::kTargetSharing] = ratio(target.item_elements, target.elements);
  f[Feature::kTargetWarpSharing] = ratio(target.element_loads, target.warp_elements);
  f[Feature::kTargetSectorsPerAccess] = ratio(loads.sectors, loads.accesses);
  f[Feature::kTargetLinesPerAccess] = ratio(loads.lines, loads.accesses);
  f[Feature::kTargetPiecesPerAccess] = ratio(target.warp_pieces, loads.accesses);
  f[Feature::kTargetUniformShare] = ratio(loads.uniform, loads.accesses);
  f[Feature::kTargetActiveLanes] = ratio(loads.lane_accesses, loads.accesses * kWarpLanes);
  f[Feature::kTargetSectorReuse] = ratio(loads.sectors, target.sectors);
  f[Feature::kTargetSectorUse] = ratio(footprint_bytes(given), target.sectors * kSectorBytes);
  f[Feature::kTargetElementBytes] = given.element_bytes;
  f[Feature::kTargetLoadBytes] = ratio(loads.lane_bytes, loads.lane_accesses);
  f[Feature::kTargetUnaliased] = given.summary.target_unaliased ? 1.0 : 0.0;
}

void set_cache_features(FeatureVector& f, const Given& given, std::uint64_t resident_groups) {
  const std::uint64_t footprint = footprint_bytes(given);
  const std::uint64_t l1_bytes = std::max<std::uint64_t>(given.device.unit_local_bytes, 1);
  f[Feature::kTargetToCache] =
      ratio(given.target_bytes, std::max<std::uint64_t>(given.device.cache_bytes, 1));
  f[Feature::kFootprintBytes] = real(footprint);
  f[Feature::kFootprintPerItem] = ratio(footprint, given.summary.items);
  f[Feature::kFootprintToL1] = ratio(footprint, l1_bytes);
  f[Feature::kResidentFootprintToL1] = ratio(footprint * resident_groups, l1_bytes);
}

void set_staging_features(FeatureVector& f, const Given& given) {
  const StagingPlan& plan = given.plan;
  const TargetSummary& target = given.summary.target;
  const std::uint64_t items = given.summary.items;
  const std::uint64_t staged = staged_elements(plan);
  const std::uint64_t staged_in_all = staged * plan.episodes;
  const std::uint64_t padding =
      plan.local_bytes - std::min(plan.local_bytes, staged * given.element_bytes);
  f[Feature::kStagedElements] = real(staged);
  f[Feature::kStagedRuns] = real(staged_runs(plan));
  f[Feature::kStagedRunElements] = ratio(staged, staged_runs(plan));
  f[Feature::kStagedBytes] = real(plan.local_bytes);
  f[Feature::kStagedRunPadding] = ratio(padding, staged_runs(plan));
  f[Feature::kStagingEpisodes] = real(plan.episodes);
  f[Feature::kLoadsPerEpisode] = ratio(target.loads.lane_accesses, items * plan.episodes);
  f[Feature::kStagedPerItem] = ratio(staged_in_all, items);
  f[Feature::kStagingOverfetch] = ratio(staged_in_all, target.elements);
  f[Feature::kLoadsPerStagedElement] = ratio(target.element_loads, staged_in_all);
  f[Feature::kStagingBarriers] = real(plan.episodes * plan.barriers_per_episode);
}

void set_copy_features(FeatureVector& f, const Given& given) {
  const StagingPlan& plan = given.plan;
  const std::uint64_t width = std::max(plan.copy_elements, 1u);
  const std::uint64_t copies = round_up(staged_elements(plan), width);
  const std::uint64_t items = given.summary.items;
  const std::uint64_t rounds = round_up(copies, items);
  f[Feature::kStagingBatched] = plan.copy_style == CopyStyle::kBatched ? 1.0 : 0.0;
  f[Feature::kStagingCopyBytes] = real(width * given.element_bytes);
  f[Feature::kStagingCopyRounds] = real(rounds);
  f[Feature::kStagingCopyBalance] = ratio(copies, rounds * items);
}

/// Sectors that the copies of all episodes ask for, as if every run began on one.
std::uint64_t staged_sectors(const Given& given) {
  std::uint64_t sectors = 0;
  for (const StagedRegion& region : given.plan.regions) {
    sectors += region.runs * round_up(region.run_elements * given.element_bytes, kSectorBytes);
  }
  return sectors * given.plan.episodes;
}

void set_traffic_features(FeatureVector& f, const Given& given) {
  const TraceSummary& s = given.summary;
  const std::uint64_t target = s.target.loads.sectors;
  const std::uint64_t all = target + s.other_loads.sectors + s.stores.sectors;
  const std::uint64_t staged = staged_sectors(given);
  const std::uint64_t stores_cached =
      given.plan.store_order == StoreOrder::kCoalesced ? s.stores.packed_sectors : s.stores.sectors;
  f[Feature::kStagingSectorSaving] = ratio(target, staged);
  f[Feature::kTrafficKept] = ratio(staged + s.other_loads.sectors + stores_cached, all);
  f[Feature::kFlopsPerSectorByte] = ratio(s.operations.floating_point, all * kSectorBytes);
  f[Feature::kOtherToTargetSectors] = ratio(all - target, target);
  f[Feature::kStoreSectorsPerAccess] = ratio(s.stores.sectors, s.stores.accesses);
  f[Feature::kStoreSectorsCached] = ratio(stores_cached, s.stores.accesses);
}

/// Of a warp's average read, if each of its pieces lay in a row of the tile: in a run of the plan,
/// or in an equal part of one where it has fewer runs (it joins rows that follow each other).
double cached_bank_conflicts(const Given& given) {
  const TargetSummary& target = given.summary.target;
  const auto average = [&](std::uint64_t sum) {
    return std::max<std::uint64_t>((2 * sum + target.loads.accesses) / (2 * target.loads.accesses),
                                   1);
  };
  TileRead read;
  read.elements = average(target.warp_elements);
  read.pieces = std::min(average(target.warp_pieces), read.elements);
  read.element_bytes = given.element_bytes;
  read.read_bytes = static_cast<std::uint32_t>(std::min<std::uint64_t>(
      given.element_bytes, target.loads.lane_bytes / target.loads.lane_accesses));
  const std::uint64_t rows = std::max(staged_runs(given.plan), read.pieces);
  read.row_bytes = given.plan.local_bytes / rows / given.element_bytes * given.element_bytes;
  return real(bank_conflicts(read));
}

/// Bytes of the arrays that the kernel reads beside the target.
std::uint64_t other_bytes(const Given& given) {
  std::uint64_t bytes = 0;
  for (const Argument& argument : given.launch.arguments) {
    const auto* buffer = std::get_if<BufferArgument>(&argument.value);
    if (buffer != nullptr && buffer->access == Access::kRead) bytes += buffer_bytes(*buffer);
  }
  return bytes - std::min(bytes, given.target_bytes);
}

void set_other_features(FeatureVector& f, const Given& given) {
  const TraceSummary& s = given.summary;
  const std::uint64_t loads = s.target.loads.lane_accesses;
  f[Feature::kFlopsPerTargetLoad] = ratio(s.operations.floating_point, loads);
  f[Feature::kSpecialPerTargetLoad] = ratio(s.operations.special, loads);
  f[Feature::kOtherCoalescedLoads] = ratio(s.other_loads.coalesced_lanes, s.items);
  f[Feature::kOtherUncoalescedLoads] = ratio(s.other_loads.uncoalesced_lanes, s.items);
  f[Feature::kOtherUniformLoads] = ratio(s.other_loads.uniform_lanes, s.items);
  f[Feature::kOtherLoopShare] = ratio(s.other_loads.repeated_lanes, s.other_loads.lane_accesses);
  f[Feature::kOtherLoopLoadsPerLoad] =
      ratio(s.other_loads.repeated_lanes -
                std::min(s.other_loads.repeated_lanes, s.stores.repeated_lanes),
            loads);
  if (s.other_loads.accesses > 0) {
    const std::uint64_t bytes = other_bytes(given);
    f[Feature::kOtherReuse] = ratio(s.other_loads.lane_bytes * group_count(given.launch),
                                    std::max<std::uint64_t>(bytes, 1));
    f[Feature::kOtherToCache] = ratio(bytes, std::max<std::uint64_t>(given.device.cache_bytes, 1));
  }
  f[Feature::kStoresPerItem] = ratio(s.stores.lane_accesses, s.items);
  f[Feature::kStoreLoopShare] = ratio(s.stores.repeated_lanes, s.stores.lane_accesses);
  f[Feature::kAliasingStores] = ratio(s.aliasing_stores, loads);
  f[Feature::kLocalBytes] = real(s.local_bytes);
  f[Feature::kLocalPerTargetLoad] =
      ratio(s.operations.local_loads + s.operations.local_stores, loads);
  f[Feature::kBarriers] = real(s.barriers);
}

/// Groups that a compute unit holds at a time.
struct ResidentGroups {
  std::uint64_t plain = 0;
  std::uint64_t cached = 0;
};

void set_parallelism_features(FeatureVector& f, const Given& given,
                              const ResidentGroups& resident) {
  const std::uint64_t items = group_items(given.launch);
  const std::uint64_t groups = group_count(given.launch);
  const DeviceInfo& device = given.device;
  f[Feature::kGroupItems] = real(items);
  f[Feature::kGroupWidth] = real(given.launch.local[0]);
  f[Feature::kGroupHeight] = real(given.launch.local[1]);
  f[Feature::kDimensions] = given.launch.dimensions;
  f[Feature::kGroupCount] = real(groups);
  f[Feature::kResidentGroups] = real(resident.plain);
  f[Feature::kResidentGroupsCached] = real(resident.cached);
  f[Feature::kResidencyKept] = ratio(resident.cached, resident.plain);
  f[Feature::kOccupancy] = ratio(resident.plain * items, device.unit_items);
  f[Feature::kOccupancyCached] = ratio(resident.cached * items, device.unit_items);
  f[Feature::kWaves] = ratio(groups, resident.plain * device.compute_units);
  f[Feature::kWavesCached] = ratio(groups, resident.cached * device.compute_units);
}

}  // namespace

FeatureVector compute_features(const TraceSummary& summary, const Benchmark& benchmark,
                               const StagingPlan& plan, const DeviceInfo& device) {
  if (summary.target.loads.accesses == 0) {
    throw Error(ErrorKind::kInput, benchmark.name,
                fmt::format("the traced work-group never loads '{}'", benchmark.target),
                "name an array that this launch reads");
  }
  const BufferArgument& buffer = target_buffer(benchmark);
  const Given given{summary, benchmark.launch,     plan,
                    device,  buffer_bytes(buffer), size_bytes(buffer.element)};
  const std::uint64_t items = group_items(benchmark.launch);
  const ResidentGroups resident{
      resident_groups(device, items, summary.local_bytes),
      resident_groups(device, items, summary.local_bytes + plan.local_bytes)};
  FeatureVector features;
  set_target_features(features, given);
  set_cache_features(features, given, resident.plain);
  set_staging_features(features, given);
  set_copy_features(features, given);
  set_traffic_features(features, given);
  features[Feature::kBankConflicts] = cached_bank_conflicts(given);
  set_other_features(features, given);
  set_parallelism_features(features, given, resident);
  return features;
}

}  // namespace lmtune
