#include "lmtune/core/warp_pattern.h"

#include <algorithm>

namespace lmtune {
namespace {

std::uint64_t blocks_to_hold(std::uint64_t bytes, std::uint32_t block_bytes) {
  return (bytes + block_bytes - 1) / block_bytes;
}

}  // namespace

WarpPattern::WarpPattern(std::span<const std::uint64_t> offsets, std::uint32_t bytes)
    : lanes_(static_cast<std::uint32_t>(offsets.size())), bytes_(bytes) {
  std::copy(offsets.begin(), offsets.end(), distances_.begin());
  const auto end = distances_.begin() + lanes_;
  if (!std::is_sorted(distances_.begin(), end)) std::sort(distances_.begin(), end);
  addresses_ =
      static_cast<std::uint32_t>(std::unique(distances_.begin(), end) - distances_.begin());
  lowest_offset_ = distances_[0];
  for (std::uint32_t i = 0; i < addresses_; ++i) distances_[i] -= lowest_offset_;
}

/// Different blocks of `block_bytes` that the lanes touch.
std::uint64_t WarpPattern::count_blocks(std::uint64_t lowest_offset,
                                        std::uint32_t block_bytes) const {
  std::uint64_t blocks = 0;
  std::uint64_t next = 0;  // the first block that is not counted yet
  for (const std::uint64_t distance : distances()) {
    const std::uint64_t first = (lowest_offset + distance) / block_bytes;
    const std::uint64_t end = (lowest_offset + distance + bytes_ - 1) / block_bytes + 1;
    if (end <= next) continue;
    blocks += end - std::max(first, next);
    next = end;
  }
  return blocks;
}

void WarpPattern::add_to(AccessSummary& summary, std::uint64_t lowest_offset,
                         std::uint64_t times) const {
  const std::uint64_t lane_accesses = lanes_ * times;
  const std::uint64_t lines = count_blocks(lowest_offset, kLineBytes);
  summary.accesses += times;
  summary.lane_accesses += lane_accesses;
  summary.lane_bytes += lane_accesses * bytes_;
  summary.sectors += times * count_blocks(lowest_offset, kSectorBytes);
  summary.packed_sectors += times * blocks_to_hold(lanes_ * bytes_, kSectorBytes);
  summary.lines += times * lines;
  if (addresses_ == 1) {
    summary.uniform += times;
    summary.uniform_lanes += lane_accesses;
  } else if (lines <= 2 * blocks_to_hold(lanes_ * bytes_, kLineBytes)) {
    summary.coalesced_lanes += lane_accesses;
  } else {
    summary.uncoalesced_lanes += lane_accesses;
  }
}

WarpPattern::Elements WarpPattern::elements(std::uint64_t lowest_offset,
                                            std::uint32_t element_bytes) const {
  Elements result;
  std::uint64_t next = 0;  // the element after the last that is counted
  for (const std::uint64_t distance : distances()) {
    const std::uint64_t first = (lowest_offset + distance) / element_bytes;
    const std::uint64_t end = (lowest_offset + distance + bytes_ - 1) / element_bytes + 1;
    if (result.pieces == 0 || first > next) ++result.pieces;
    if (result.elements == 0 || end > next) {
      result.elements += end - (result.elements == 0 ? first : std::max(first, next));
      next = end;
    }
  }
  return result;
}

bool WarpPattern::operator==(const WarpPattern& other) const {
  return lanes_ == other.lanes_ && bytes_ == other.bytes_ &&
         std::ranges::equal(distances(), other.distances());
}

}  // namespace lmtune
