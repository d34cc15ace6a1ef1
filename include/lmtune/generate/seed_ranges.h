// The ranges that a seed set spans, in quantities that real and synthetic benchmarks both have.
#pragma once

#include <array>
#include <cstddef>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "lmtune/core/benchmark.h"
#include "lmtune/template/template_parameters.h"

namespace lmtune {

/// In the order of kRangeQuantities.
inline constexpr std::size_t kRangeQuantityCount = 17;
inline constexpr std::array<std::string_view, kRangeQuantityCount> kRangeQuantities{
    "group_width",
    "group_height",
    "group_items",
    "group_count",
    "element_bytes",
    "target_bytes",
    "target_loads_per_item",
    "staging_episodes",
    "staged_bytes",              // local memory
    "staged_elements",           // in an episode
    "loads_per_episode",         // of the target, by a work-item: the chunk
    "loads_per_staged_element",  // the reuse that staging makes use of
    "flops_per_target_load",
    "special_per_target_load",
    "other_loads_per_item",
    "stores_per_item",
    "other_local_bytes"};
using RangeQuantities = std::array<double, kRangeQuantityCount>;

RangeQuantities range_quantities(const TemplateParameters& parameters);

/// Of any benchmark that carries its plan and summary; the same for a synthetic one.
RangeQuantities range_quantities(const Benchmark& benchmark);

struct Interval {
  double low = 0.0;
  double high = 0.0;

  bool operator==(const Interval&) const = default;
};

/// By family, in the order of kRangeQuantities.
using SeedRanges = std::map<std::string, std::array<Interval, kRangeQuantityCount>>;

SeedRanges seed_ranges(std::span<const Benchmark> seeds);

/// The first quantity that lies outside the range that all families but `left_out` ("": all) span,
/// or nothing. A campaign generated from all families serves the fold without `left_out` when the
/// benchmarks for which this gives something are dropped.
std::optional<std::string_view> outside_ranges(const RangeQuantities& quantities,
                                               const SeedRanges& ranges,
                                               std::string_view left_out = "");

}  // namespace lmtune
