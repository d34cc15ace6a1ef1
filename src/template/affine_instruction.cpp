#include "template/affine_instruction.h"

#include <algorithm>
#include <cstddef>

namespace lmtune {
namespace {

std::int64_t count_of(const std::vector<Loop>& loops) {
  std::int64_t count = 1;
  for (const Loop& loop : loops) count *= loop.count();
  return count;
}

/// Sums of one step of each loop, in the order in which the loops run.
std::vector<std::int64_t> all_steps(const std::vector<Loop>& loops) {
  std::vector<std::int64_t> sums{0};
  for (const Loop& loop : loops) {
    std::vector<std::int64_t> longer;
    longer.reserve(sums.size() * static_cast<std::size_t>(loop.count()));
    for (const std::int64_t outer : sums) {
      for (std::int64_t i = 0; i < loop.count(); ++i) longer.push_back(outer + loop.step(i));
    }
    sums = std::move(longer);
  }
  return sums;
}

std::vector<std::int64_t> all_steps(const AffineInstruction& affine) {
  std::vector<std::int64_t> walk = all_steps(affine.walk.loops);
  for (std::int64_t& step : walk) step = step % affine.walk.rows * affine.walk.row_bytes;
  if (affine.walk.copies > 1) {
    for (auto first = walk.begin(); first != walk.end(); first += affine.walk.copies) {
      std::sort(first, first + affine.walk.copies);
    }
  }
  std::vector<Loop> loops = affine.loops;
  loops.push_back(Loop::listed(std::move(walk)));
  return all_steps(loops);
}

}  // namespace

std::uint64_t executions(const AffineInstruction& affine) {
  return static_cast<std::uint64_t>(count_of(affine.loops) * count_of(affine.walk.loops));
}

MemoryInstruction enumerate(const AffineInstruction& affine) {
  MemoryInstruction instruction;
  instruction.argument = affine.argument;
  instruction.kind = affine.kind;
  instruction.bytes = affine.bytes;
  const std::vector<std::int64_t> steps = all_steps(affine);
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

}  // namespace lmtune
