#include "lmtune/features/staging_planner.h"

#include <algorithm>
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

}  // namespace

std::vector<StagingPlan> plan_staging(const AccessTrace& trace, const Benchmark& benchmark,
                                      const DeviceInfo& device) {
  const std::uint32_t element_bytes = size_bytes(target_buffer(benchmark).element);
  const std::vector<TargetLoad> loads = target_loads(trace, benchmark.target);
  const std::uint64_t longest = longest_sequence(loads);
  const std::uint64_t free_bytes =
      device.local_bytes > trace.local_bytes ? device.local_bytes - trace.local_bytes : 0;

  std::vector<StagingPlan> plans;
  for (std::uint64_t chunks = 1; chunks == 1 || longest / chunks >= kShortestChunk; chunks *= 2) {
    if (longest == 0) break;
    StagingPlan plan;
    plan.regions = {region_of(chunk_elements(loads, chunks, element_bytes))};
    plan.episodes = chunks;
    plan.barriers_per_episode = chunks == 1 ? 1 : 2;
    plan.local_bytes = staged_elements(plan) * element_bytes;
    // The style of the code that lmtune would write.
    plan.copy_style = CopyStyle::kBatched;
    if (plan.local_bytes <= free_bytes) plans.push_back(plan);
  }
  return plans;
}

}  // namespace lmtune
