#include "template/affine_instruction.h"

#include <algorithm>
#include <cstddef>

namespace lmtune {
namespace {

/// Sums of one step of each loop, in the order in which the loops run.
std::vector<std::int64_t> all_steps(const std::vector<std::vector<std::int64_t>>& loops) {
  std::vector<std::int64_t> sums{0};
  for (const std::vector<std::int64_t>& loop : loops) {
    std::vector<std::int64_t> longer;
    longer.reserve(sums.size() * loop.size());
    for (const std::int64_t outer : sums) {
      for (const std::int64_t inner : loop) longer.push_back(outer + inner);
    }
    sums = std::move(longer);
  }
  return sums;
}

}  // namespace

MemoryInstruction enumerate(const AffineInstruction& affine) {
  MemoryInstruction instruction;
  instruction.argument = affine.argument;
  instruction.kind = affine.kind;
  instruction.bytes = affine.bytes;
  const std::vector<std::int64_t> steps = all_steps(affine.steps);
  const std::size_t items = affine.starts.size();
  const std::size_t warps = (items + kWarpLanes - 1) / kWarpLanes;
  instruction.accesses.reserve(warps * steps.size());
  instruction.offsets.reserve(items * steps.size());
  for (std::size_t warp = 0; warp < warps; ++warp) {
    const std::size_t begin = warp * kWarpLanes;
    const std::size_t end = std::min(begin + kWarpLanes, items);
    const std::uint32_t lanes =
        end - begin == kWarpLanes ? ~0u : (1u << static_cast<std::uint32_t>(end - begin)) - 1u;
    for (const std::int64_t step : steps) {
      instruction.accesses.push_back(
          WarpAccess{static_cast<std::uint32_t>(warp), lanes, instruction.offsets.size()});
      for (std::size_t item = begin; item < end; ++item) {
        instruction.offsets.push_back(static_cast<std::uint64_t>(affine.starts[item] + step));
      }
    }
  }
  return instruction;
}

std::vector<std::int64_t> even_steps(std::int64_t count, std::int64_t distance) {
  std::vector<std::int64_t> steps(static_cast<std::size_t>(count));
  for (std::size_t i = 0; i < steps.size(); ++i) steps[i] = static_cast<std::int64_t>(i) * distance;
  return steps;
}

}  // namespace lmtune
