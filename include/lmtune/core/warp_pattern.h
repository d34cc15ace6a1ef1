// How the lanes of one warp-level access lie to each other, and what memory makes of that.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "lmtune/core/access_trace.h"
#include "lmtune/core/trace_summary.h"

namespace lmtune {

/// The offsets of a warp's lanes relative to the lowest of them: the same for all iterations of a
/// loop that moves the lanes together.
class WarpPattern {
 public:
  /// `offsets` are of 1 to 32 lanes, in bytes and any order, each of which moves `bytes` (> 0).
  WarpPattern(std::span<const std::uint64_t> offsets, std::uint32_t bytes);

  std::uint64_t lowest_offset() const { return lowest_offset_; }

  /// Adds `times` accesses whose lowest offset is `lowest_offset`. Where accesses start relative to
  /// a line is all that matters: offsets that differ by multiples of kLineBytes give the same.
  /// `instructions` and `repeated_lanes` are left alone.
  void add_to(AccessSummary& summary, std::uint64_t lowest_offset, std::uint64_t times) const;

  struct Elements {
    std::uint64_t elements = 0;  ///< different ones
    std::uint64_t pieces = 0;    ///< gapless
  };

  /// The elements that the access of this lowest offset touches.
  Elements elements(std::uint64_t lowest_offset, std::uint32_t element_bytes) const;

  /// Whether the lanes lie alike, wherever they start.
  bool operator==(const WarpPattern& other) const;

 private:
  std::uint64_t count_blocks(std::uint64_t lowest_offset, std::uint32_t block_bytes) const;
  std::span<const std::uint64_t> distances() const { return {distances_.data(), addresses_}; }

  std::array<std::uint64_t, kWarpLanes> distances_;  // from the lowest, ascending and different
  std::uint32_t addresses_ = 0;                      // how many there are
  std::uint32_t lanes_ = 0;
  std::uint32_t bytes_ = 0;
  std::uint64_t lowest_offset_ = 0;
};

}  // namespace lmtune
