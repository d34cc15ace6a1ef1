#include "lmtune/core/access_trace.h"

#include <algorithm>
#include <bit>

namespace lmtune {
namespace {

/// Groups the accesses by warp and lays their offsets out in the same order.
void order_accesses(MemoryInstruction& instruction) {
  std::vector<WarpAccess> ordered = instruction.accesses;
  std::stable_sort(ordered.begin(), ordered.end(),
                   [](const WarpAccess& a, const WarpAccess& b) { return a.warp < b.warp; });
  std::vector<std::uint64_t> offsets;
  offsets.reserve(instruction.offsets.size());
  for (WarpAccess& access : ordered) {
    const auto first =
        instruction.offsets.begin() + static_cast<std::ptrdiff_t>(access.first_offset);
    access.first_offset = offsets.size();
    offsets.insert(offsets.end(), first, first + std::popcount(access.lanes));
  }
  instruction.accesses = std::move(ordered);
  instruction.offsets = std::move(offsets);
}

}  // namespace

std::array<std::uint64_t, 3> representative_group(const std::array<std::uint64_t, 3>& global,
                                                  const std::array<std::uint64_t, 3>& local) {
  std::array<std::uint64_t, 3> group{};
  for (std::size_t d = 0; d < 3; ++d) group[d] = global[d] / local[d] / 2;
  return group;
}

void canonicalise(AccessTrace& trace) {
  for (MemoryInstruction& instruction : trace.instructions) order_accesses(instruction);
  std::sort(trace.instructions.begin(), trace.instructions.end());
  std::sort(trace.unaliased_arguments.begin(), trace.unaliased_arguments.end());
}

}  // namespace lmtune
