// What features need of an access trace: whole numbers, summed over the work-group. Both producers
// of traces can sum them up, the template without listing a single access, and must agree exactly.
#pragma once

#include <cstdint>

#include "lmtune/core/access_trace.h"

namespace lmtune {

/// Raised whenever a member is added or counted otherwise: files then hold nothing of use.
inline constexpr int kTraceSummaryVersion = 1;

inline constexpr std::uint32_t kSectorBytes = 32;  ///< smallest transfer of NVIDIA's caches
inline constexpr std::uint32_t kLineBytes = 128;

/// Sums over warp-level accesses.
struct AccessSummary {
  std::uint64_t instructions = 0;    ///< different memory instructions
  std::uint64_t accesses = 0;        ///< by warps
  std::uint64_t lane_accesses = 0;   ///< by work-items
  std::uint64_t lane_bytes = 0;      ///< that these move
  std::uint64_t sectors = 0;         ///< touched, a warp-level access at a time
  std::uint64_t packed_sectors = 0;  ///< that would do if each access's bytes lay side by side
  std::uint64_t lines = 0;           ///< touched, a warp-level access at a time
  std::uint64_t uniform = 0;         ///< accesses in which all lanes go to one address
  std::uint64_t uniform_lanes = 0;
  std::uint64_t coalesced_lanes = 0;  ///< lanes of accesses that are not uniform and need at most
                                      ///< twice the lines that their bytes would fill side by side
  std::uint64_t uncoalesced_lanes = 0;
  std::uint64_t repeated_lanes = 0;  ///< lane accesses of instructions that some work-item executes
                                     ///< more than once

  AccessSummary& operator+=(const AccessSummary& other);
  bool operator==(const AccessSummary&) const = default;
};

/// What the group reads of the target. An element counts where any byte of it is read.
struct TargetSummary {
  AccessSummary loads;
  std::uint64_t element_loads = 0;  ///< a load of several elements counts each
  std::uint64_t warp_elements = 0;  ///< different elements in a warp-level access, summed up
  std::uint64_t warp_pieces = 0;    ///< gapless pieces that these form, summed up
  std::uint64_t item_elements = 0;  ///< different elements that a work-item reads, summed up
  std::uint64_t elements = 0;       ///< different elements that the group reads
  std::uint64_t sectors = 0;        ///< different sectors

  bool operator==(const TargetSummary&) const = default;
};

struct TraceSummary {
  std::uint32_t items = 0;        ///< work-items of the group
  std::uint64_t barriers = 0;     ///< that the group passes
  std::uint64_t local_bytes = 0;  ///< local memory that the kernel itself declares
  OperationCounts operations;
  TargetSummary target;
  bool target_unaliased = false;  ///< stores to other arrays cannot change the target
  AccessSummary other_loads;      ///< of all other arrays
  AccessSummary stores;           ///< to any array; atomics too
  /// Lane accesses of repeated stores that the compiler must expect to change the target: neither
  /// it nor their own array is free of aliases.
  std::uint64_t aliasing_stores = 0;

  bool operator==(const TraceSummary&) const = default;
};

}  // namespace lmtune
