#include "lmtune/generate/seed_ranges.h"

#include <algorithm>
#include <limits>

#include "lmtune/core/launch.h"
#include "lmtune/template/tile.h"

namespace lmtune {
namespace {

double real(std::uint64_t value) { return static_cast<double>(value); }

/// What launch and plan say, for both kinds of benchmark.
RangeQuantities of_launch(const Launch& launch, const BufferArgument& target,
                          const StagingPlan& plan, double loads_per_item, double local_bytes) {
  double items = 1.0;
  double groups = 1.0;
  for (std::size_t d = 0; d < 3; ++d) {
    items *= real(launch.local[d]);
    groups *= real(launch.global[d]) / real(launch.local[d]);
  }
  return {real(launch.local[0]),
          real(launch.local[1]),
          items,
          groups,
          loads_per_item,
          real(size_bytes(target.element)),
          real(buffer_bytes(target)),
          real(plan.episodes),
          real(plan.local_bytes),
          local_bytes};
}

}  // namespace

RangeQuantities range_quantities(const TemplateParameters& p) {
  const Launch launch = synthetic_launch(p);
  const double items =
      static_cast<double>((p.units_x / p.item_units_x) * (p.units_y / p.item_units_y));
  return of_launch(launch, *find_buffer(launch, "target"), synthetic_plan(p),
                   real(target_loads(p)) / items, static_cast<double>(p.scratch_bytes));
}

RangeQuantities range_quantities(const Benchmark& benchmark) {
  const TraceSummary& summary = *benchmark.summary;
  return of_launch(benchmark.launch, target_buffer(benchmark), *benchmark.plan,
                   real(summary.target.element_loads) / real(summary.items),
                   real(summary.local_bytes));
}

SeedRanges seed_ranges(std::span<const Benchmark> seeds) {
  SeedRanges ranges;
  for (const Benchmark& seed : seeds) {
    const RangeQuantities quantities = range_quantities(seed);
    const auto [family, is_new] = ranges.try_emplace(seed.family);
    for (std::size_t i = 0; i < kRangeQuantityCount; ++i) {
      Interval& interval = family->second[i];
      if (is_new) interval = {quantities[i], quantities[i]};
      interval.low = std::min(interval.low, quantities[i]);
      interval.high = std::max(interval.high, quantities[i]);
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
