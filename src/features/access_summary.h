// Statistics of one memory instruction's warp-level accesses.
#pragma once

#include <cstdint>

#include "lmtune/core/access_trace.h"

namespace lmtune {

inline constexpr std::uint32_t kSectorBytes = 32;  ///< smallest transfer of NVIDIA's caches
inline constexpr std::uint32_t kLineBytes = 128;

/// Sums over all warp-level accesses of an instruction.
struct AccessSummary {
  std::uint64_t accesses = 0;       ///< by warps
  std::uint64_t lane_accesses = 0;  ///< by work-items
  std::uint64_t sectors = 0;
  std::uint64_t lines = 0;
  std::uint64_t uniform = 0;  ///< accesses in which all lanes go to one address
  std::uint64_t uniform_lanes = 0;
  std::uint64_t coalesced_lanes = 0;  ///< lanes of accesses that are not uniform and need at most
                                      ///< twice the lines that their bytes would fill side by side
  std::uint64_t uncoalesced_lanes = 0;
  bool repeats = false;  ///< some work-item executes it more than once

  AccessSummary& operator+=(const AccessSummary& other);
};

AccessSummary summarise(const MemoryInstruction& instruction);

}  // namespace lmtune
