#include "features/access_summary.h"

#include <algorithm>
#include <bit>
#include <span>
#include <vector>

namespace lmtune {
namespace {

/// Number of different blocks of `block_bytes` that accesses of `bytes` at `offsets` touch.
std::uint64_t count_blocks(std::span<const std::uint64_t> offsets, std::uint32_t bytes,
                           std::uint32_t block_bytes, std::vector<std::uint64_t>& scratch) {
  scratch.clear();
  for (const std::uint64_t offset : offsets) {
    const std::uint64_t last = (offset + bytes - 1) / block_bytes;
    for (std::uint64_t block = offset / block_bytes; block <= last; ++block) {
      if (scratch.empty() || scratch.back() != block) scratch.push_back(block);
    }
  }
  if (!std::is_sorted(scratch.begin(), scratch.end())) std::sort(scratch.begin(), scratch.end());
  return static_cast<std::uint64_t>(std::unique(scratch.begin(), scratch.end()) - scratch.begin());
}

}  // namespace

AccessSummary& AccessSummary::operator+=(const AccessSummary& other) {
  accesses += other.accesses;
  lane_accesses += other.lane_accesses;
  sectors += other.sectors;
  lines += other.lines;
  uniform += other.uniform;
  uniform_lanes += other.uniform_lanes;
  coalesced_lanes += other.coalesced_lanes;
  uncoalesced_lanes += other.uncoalesced_lanes;
  repeats = repeats || other.repeats;
  return *this;
}

AccessSummary summarise(const MemoryInstruction& instruction) {
  AccessSummary summary;
  std::vector<std::uint64_t> scratch;
  std::uint32_t warp = ~0u;
  std::uint32_t lanes_seen = 0;
  for (const WarpAccess& access : instruction.accesses) {
    const std::uint64_t lanes = static_cast<std::uint64_t>(std::popcount(access.lanes));
    const std::span<const std::uint64_t> offsets(instruction.offsets.data() + access.first_offset,
                                                 lanes);
    const std::uint64_t sectors = count_blocks(offsets, instruction.bytes, kSectorBytes, scratch);
    const std::uint64_t lines = count_blocks(offsets, instruction.bytes, kLineBytes, scratch);
    const bool uniform = std::all_of(offsets.begin(), offsets.end(),
                                     [&](std::uint64_t offset) { return offset == offsets[0]; });
    const std::uint64_t packed_lines = (lanes * instruction.bytes + kLineBytes - 1) / kLineBytes;
    ++summary.accesses;
    summary.lane_accesses += lanes;
    summary.sectors += sectors;
    summary.lines += lines;
    if (uniform) {
      ++summary.uniform;
      summary.uniform_lanes += lanes;
    } else if (lines <= 2 * packed_lines) {
      summary.coalesced_lanes += lanes;
    } else {
      summary.uncoalesced_lanes += lanes;
    }
    if (access.warp != warp) lanes_seen = 0;
    warp = access.warp;
    if ((lanes_seen & access.lanes) != 0) summary.repeats = true;
    lanes_seen |= access.lanes;
  }
  return summary;
}

}  // namespace lmtune
