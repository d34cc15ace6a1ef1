#include "lmtune/features/staging_planner.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <span>

#include "features/target_elements.h"

namespace lmtune {
namespace {

/// Shorter chunks than this many loads an item and instruction are all barriers and no reuse.
constexpr std::uint64_t kShortestChunk = 8;

/// A load of the target, with where each warp's accesses begin.
struct TargetLoad {
  const MemoryInstruction* instruction;
  std::vector<std::size_t> warp_begin;  ///< indices into accesses; one more than there are warps
};

std::vector<TargetLoad> target_loads(const AccessTrace& trace, const std::string& target) {
  std::vector<TargetLoad> loads;
  for (const MemoryInstruction& instruction : trace.instructions) {
    if (instruction.argument != target || instruction.kind != AccessKind::kLoad) continue;
    TargetLoad load{&instruction, {}};
    for (std::size_t i = 0; i < instruction.accesses.size(); ++i) {
      if (i == 0 || instruction.accesses[i].warp != instruction.accesses[i - 1].warp) {
        load.warp_begin.push_back(i);
      }
    }
    load.warp_begin.push_back(instruction.accesses.size());
    loads.push_back(std::move(load));
  }
  return loads;
}

/// The most often that a warp executes any of the loads.
std::uint64_t longest_sequence(const std::vector<TargetLoad>& loads) {
  std::uint64_t longest = 0;
  for (const TargetLoad& load : loads) {
    for (std::size_t w = 0; w + 1 < load.warp_begin.size(); ++w) {
      longest = std::max<std::uint64_t>(longest, load.warp_begin[w + 1] - load.warp_begin[w]);
    }
  }
  return longest;
}

/// Distinct elements that the middle one of `chunks` equal parts of every warp's sequences touches.
std::vector<std::uint64_t> chunk_elements(const std::vector<TargetLoad>& loads,
                                          std::uint64_t chunks, std::uint32_t element_bytes) {
  const std::uint64_t middle = chunks / 2;
  std::vector<std::uint64_t> elements;
  for (const TargetLoad& load : loads) {
    const MemoryInstruction& instruction = *load.instruction;
    for (std::size_t w = 0; w + 1 < load.warp_begin.size(); ++w) {
      const std::uint64_t first = load.warp_begin[w];
      const std::uint64_t length = load.warp_begin[w + 1] - first;
      for (std::uint64_t i = first + middle * length / chunks;
           i < first + (middle + 1) * length / chunks; ++i) {
        const WarpAccess& access = instruction.accesses[i];
        const std::uint64_t end = i + 1 < instruction.accesses.size()
                                      ? instruction.accesses[i + 1].first_offset
                                      : instruction.offsets.size();
        for (std::uint64_t o = access.first_offset; o < end; ++o) {
          const ElementRange range =
              elements_touched(instruction.offsets[o], instruction.bytes, element_bytes);
          for (std::uint64_t e = range.begin; e < range.end; ++e) elements.push_back(e);
        }
      }
    }
  }
  sort_distinct(elements);
  return elements;
}

/// The contiguous runs of sorted `elements`, each as long as the longest: what a copy loop over
/// rows and columns would stage.
StagedRegion region_of(std::span<const std::uint64_t> elements) {
  StagedRegion region;
  std::uint64_t length = 0;
  for (std::size_t i = 0; i < elements.size(); ++i) {
    const bool continues = i > 0 && elements[i] == elements[i - 1] + 1;
    length = continues ? length + 1 : 1;
    if (!continues) ++region.runs;
    region.run_elements = std::max(region.run_elements, length);
  }
  return region;
}

/// How often each work-item executes the load that it executes most: the trips of its loop.
std::vector<std::uint64_t> trips_of_items(const AccessTrace& trace,
                                          const std::vector<TargetLoad>& loads) {
  std::vector<std::uint64_t> most(trace.items);
  for (const TargetLoad& load : loads) {
    std::vector<std::uint64_t> trips(trace.items);
    for (const WarpAccess& access : load.instruction->accesses) {
      for (std::uint32_t lanes = access.lanes; lanes != 0; lanes &= lanes - 1) {
        ++trips.at(access.warp * kWarpLanes + static_cast<std::size_t>(std::countr_zero(lanes)));
      }
    }
    for (std::size_t i = 0; i < most.size(); ++i) most[i] = std::max(most[i], trips[i]);
  }
  return most;
}

/// Why barriers where the loads are would be undefined behaviour; empty if they would not.
std::string why_no_barriers(const AccessTrace& trace, const std::vector<TargetLoad>& loads,
                            const std::string& target) {
  const std::vector<std::uint64_t> trips = trips_of_items(trace, loads);
  if (trips.empty()) return "";
  const auto [fewest, most] = std::minmax_element(trips.begin(), trips.end());
  if (*fewest == *most) return "";
  if (*fewest == 0) {
    return fmt::format(
        "in chunks: {} of {} work-items never load '{}', and an early return or a branch would "
        "keep "
        "them from the barriers",
        std::count(trips.begin(), trips.end(), 0u), trips.size(), target);
  }
  return fmt::format(
      "in chunks: the barriers would be inside divergent control flow: work-items load '{}' {} to "
      "{} times",
      target, *fewest, *most);
}

StagingPlan plan_of(StagedRegion region, std::uint64_t episodes, std::uint32_t element_bytes) {
  StagingPlan plan;
  plan.regions = {region};
  plan.episodes = episodes;
  plan.barriers_per_episode = episodes == 1 ? 1 : 2;
  plan.local_bytes = staged_elements(plan) * element_bytes;
  // The style of the code that lmtune would write.
  plan.copy_style = CopyStyle::kBatched;
  return plan;
}

/// Where indices come from data, only the whole array holds for sure what a group loads.
StagingProposals whole_array(const Benchmark& benchmark, std::uint64_t free_bytes) {
  const BufferArgument& buffer = target_buffer(benchmark);
  const StagingPlan plan = plan_of({1, buffer.count}, 1, size_bytes(buffer.element));
  if (plan.local_bytes <= free_bytes) return {{plan}, {}};
  return {{},
          {fmt::format("the indices of '{}' are data-dependent and scattered, so that a work-group "
                       "may need all of its {} bytes, of {} that it may have",
                       benchmark.target, plan.local_bytes, free_bytes)}};
}

}  // namespace

bool is_scattered(const AccessTrace& trace, const Benchmark& benchmark) {
  const std::uint32_t element_bytes = size_bytes(target_buffer(benchmark).element);
  const std::vector<std::uint64_t> elements =
      chunk_elements(target_loads(trace, benchmark.target), 1, element_bytes);
  const StagedRegion region = region_of(elements);
  // Runs of an element or two are a copy of single elements, however densely they fill themselves.
  constexpr std::uint64_t kShortestRun = 4;
  return region.runs * region.run_elements > 2 * elements.size() ||
         (region.runs > 1 && elements.size() < kShortestRun * region.runs);
}

StagingProposals plan_staging(const AccessTrace& trace, const Benchmark& benchmark,
                              const DeviceInfo& device, TargetIndices indices) {
  const std::uint64_t free_bytes =
      device.local_bytes > trace.local_bytes ? device.local_bytes - trace.local_bytes : 0;
  if (indices == TargetIndices::kFromDataScattered) return whole_array(benchmark, free_bytes);
  const std::uint32_t element_bytes = size_bytes(target_buffer(benchmark).element);
  const std::vector<TargetLoad> loads = target_loads(trace, benchmark.target);
  const std::uint64_t longest = longest_sequence(loads);
  const std::string no_barriers = why_no_barriers(trace, loads, benchmark.target);

  StagingProposals proposals;
  std::uint64_t least_bytes = 0;
  for (std::uint64_t chunks = 1; chunks == 1 || longest / chunks >= kShortestChunk; chunks *= 2) {
    if (longest == 0) break;
    if (chunks > 1 && !no_barriers.empty()) {
      proposals.rejected.push_back(no_barriers);
      break;
    }
    const StagingPlan plan =
        plan_of(region_of(chunk_elements(loads, chunks, element_bytes)), chunks, element_bytes);
    if (plan.local_bytes <= free_bytes) proposals.plans.push_back(plan);
    least_bytes = chunks == 1 ? plan.local_bytes : std::min(least_bytes, plan.local_bytes);
  }
  if (proposals.plans.empty() && longest > 0) {
    proposals.rejected.insert(
        proposals.rejected.begin(),
        fmt::format("what a work-group loads of '{}' is unbounded for local memory: {} bytes at "
                    "least, of {} that it may have",
                    benchmark.target, least_bytes, free_bytes));
  }
  return proposals;
}

}  // namespace lmtune
