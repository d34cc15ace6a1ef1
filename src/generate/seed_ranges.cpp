#include "lmtune/generate/seed_ranges.h"

#include <algorithm>
#include <limits>

#include "lmtune/core/launch.h"
#include "lmtune/template/item_work.h"
#include "lmtune/template/tile.h"

namespace lmtune {
namespace {

double real(std::uint64_t value) { return static_cast<double>(value); }

/// What a group does. Whole numbers, so that the quotients below come out alike for both kinds of
/// benchmark.
struct GroupCounts {
  double items = 0.0;
  double target_loads = 0.0;
  double flops = 0.0;
  double special = 0.0;
  double other_loads = 0.0;
  double stores = 0.0;
  double local_bytes = 0.0;
};

RangeQuantities quantities(const Launch& launch, const BufferArgument& target,
                           const StagingPlan& plan, const GroupCounts& counts) {
  double groups = 1.0;
  for (std::size_t d = 0; d < 3; ++d) groups *= real(launch.global[d] / launch.local[d]);
  double staged = 0.0;
  for (const StagedRegion& region : plan.regions) {
    staged += real(region.runs) * real(region.run_elements);
  }
  const double episodes = real(plan.episodes);
  return {real(launch.local[0]),
          real(launch.local[1]),
          counts.items,
          groups,
          real(size_bytes(target.element)),
          real(buffer_bytes(target)),
          counts.target_loads / counts.items,
          episodes,
          real(plan.local_bytes),
          staged,
          counts.target_loads / (counts.items * episodes),
          counts.target_loads / (staged * episodes),
          counts.flops / counts.target_loads,
          counts.special / counts.target_loads,
          counts.other_loads / counts.items,
          counts.stores / counts.items,
          counts.local_bytes};
}

}  // namespace

RangeQuantities range_quantities(const TemplateParameters& p) {
  const Launch launch = synthetic_launch(p);
  const ItemWork work = item_work(p);
  const double items = static_cast<double>(p.local_x * p.local_y);
  return quantities(launch, *find_buffer(launch, "target"), synthetic_plan(p),
                    {items, items * real(work.target_loads), items * real(work.flops),
                     items * real(work.special), items * real(work.other_loads),
                     items * real(work.stores), static_cast<double>(p.scratch_bytes)});
}

RangeQuantities range_quantities(const Benchmark& benchmark) {
  const TraceSummary& s = *benchmark.summary;
  return quantities(benchmark.launch, target_buffer(benchmark), *benchmark.plan,
                    {real(s.items), real(s.target.element_loads), real(s.operations.floating_point),
                     real(s.operations.special), real(s.other_loads.lane_accesses),
                     real(s.stores.lane_accesses), real(s.local_bytes)});
}

SeedRanges seed_ranges(std::span<const Benchmark> seeds) {
  SeedRanges ranges;
  for (const Benchmark& seed : seeds) {
    const RangeQuantities of_seed = range_quantities(seed);
    const auto [family, is_new] = ranges.try_emplace(seed.family);
    for (std::size_t i = 0; i < kRangeQuantityCount; ++i) {
      Interval& interval = family->second[i];
      if (is_new) interval = {of_seed[i], of_seed[i]};
      interval.low = std::min(interval.low, of_seed[i]);
      interval.high = std::max(interval.high, of_seed[i]);
    }
  }
  return ranges;
}

std::optional<std::string_view> outside_ranges(const RangeQuantities& quantities,
                                               const SeedRanges& ranges,
                                               std::string_view left_out) {
  for (std::size_t i = 0; i < kRangeQuantityCount; ++i) {
    Interval all{std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity()};
    for (const auto& [family, intervals] : ranges) {
      if (family == left_out) continue;
      all.low = std::min(all.low, intervals[i].low);
      all.high = std::max(all.high, intervals[i].high);
    }
    if (quantities[i] < all.low || quantities[i] > all.high) return kRangeQuantities[i];
  }
  return std::nullopt;
}

}  // namespace lmtune
