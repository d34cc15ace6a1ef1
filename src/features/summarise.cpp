// From an access trace to its summary, access by access.
#include <algorithm>
#include <bit>
#include <span>
#include <vector>

#include "features/target_elements.h"
#include "lmtune/core/warp_pattern.h"
#include "lmtune/features/features.h"

namespace lmtune {
namespace {

std::span<const std::uint64_t> offsets_of(const MemoryInstruction& instruction,
                                          const WarpAccess& access) {
  return {instruction.offsets.data() + access.first_offset,
          static_cast<std::size_t>(std::popcount(access.lanes))};
}

/// Whether some work-item executes it more than once.
bool repeats(const MemoryInstruction& instruction) {
  std::uint32_t warp = ~0u;
  std::uint32_t lanes_seen = 0;
  for (const WarpAccess& access : instruction.accesses) {
    if (access.warp != warp) lanes_seen = 0;
    warp = access.warp;
    if ((lanes_seen & access.lanes) != 0) return true;
    lanes_seen |= access.lanes;
  }
  return false;
}

AccessSummary summary_of(const MemoryInstruction& instruction) {
  AccessSummary summary;
  summary.instructions = 1;
  for (const WarpAccess& access : instruction.accesses) {
    const WarpPattern pattern(offsets_of(instruction, access), instruction.bytes);
    pattern.add_to(summary, pattern.lowest_offset(), 1);
  }
  if (repeats(instruction)) summary.repeated_lanes = summary.lane_accesses;
  return summary;
}

/// Collects what is read of the target.
class TargetReader {
 public:
  TargetReader(std::uint32_t items, std::uint32_t element_bytes)
      : element_bytes_(element_bytes), item_elements_(items) {}

  void read(const MemoryInstruction& instruction) {
    summary_.loads += summary_of(instruction);
    for (const WarpAccess& access : instruction.accesses) read(instruction, access);
  }

  TargetSummary finish() {
    std::vector<std::uint64_t> elements;
    for (std::vector<std::uint64_t>& own : item_elements_) {
      sort_distinct(own);
      summary_.item_elements += own.size();
      elements.insert(elements.end(), own.begin(), own.end());
    }
    sort_distinct(elements);
    sort_distinct(sectors_);
    summary_.elements = elements.size();
    summary_.sectors = sectors_.size();
    return summary_;
  }

 private:
  void read(const MemoryInstruction& instruction, const WarpAccess& access) {
    const std::span<const std::uint64_t> offsets = offsets_of(instruction, access);
    const WarpPattern pattern(offsets, instruction.bytes);
    const auto [elements, pieces] = pattern.elements(pattern.lowest_offset(), element_bytes_);
    summary_.warp_elements += elements;
    summary_.warp_pieces += pieces;
    std::uint32_t lanes = access.lanes;
    for (const std::uint64_t offset : offsets) {
      const std::size_t item = access.warp * kWarpLanes + std::countr_zero(lanes);
      lanes &= lanes - 1;
      const ElementRange range = elements_touched(offset, instruction.bytes, element_bytes_);
      summary_.element_loads += range.end - range.begin;
      for (std::uint64_t e = range.begin; e < range.end; ++e) item_elements_[item].push_back(e);
      const ElementRange sectors = elements_touched(offset, instruction.bytes, kSectorBytes);
      for (std::uint64_t s = sectors.begin; s < sectors.end; ++s) {
        if (sectors_.empty() || sectors_.back() != s) sectors_.push_back(s);
      }
    }
  }

  std::uint32_t element_bytes_;
  TargetSummary summary_;
  std::vector<std::vector<std::uint64_t>> item_elements_;  // by item
  std::vector<std::uint64_t> sectors_;
};

}  // namespace

TraceSummary summarise(const AccessTrace& trace, const Benchmark& benchmark) {
  const auto is_unaliased = [&trace](const std::string& argument) {
    return std::ranges::count(trace.unaliased_arguments, argument) != 0;
  };
  TraceSummary summary;
  summary.items = trace.items;
  summary.barriers = trace.barriers;
  summary.local_bytes = trace.local_bytes;
  summary.operations = trace.operations;
  summary.target_unaliased = is_unaliased(benchmark.target);
  TargetReader target(trace.items, size_bytes(target_buffer(benchmark).element));
  for (const MemoryInstruction& instruction : trace.instructions) {
    if (instruction.kind != AccessKind::kLoad) {
      const AccessSummary stores = summary_of(instruction);
      summary.stores += stores;
      if (!summary.target_unaliased && !is_unaliased(instruction.argument)) {
        summary.aliasing_stores += stores.repeated_lanes;
      }
    } else if (instruction.argument == benchmark.target) {
      target.read(instruction);
    } else {
      summary.other_loads += summary_of(instruction);
    }
  }
  summary.target = target.finish();
  return summary;
}

}  // namespace lmtune
