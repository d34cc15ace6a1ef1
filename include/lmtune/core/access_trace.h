// An access trace: what one work-group of a launch does to memory, instruction by instruction.
// The template's address arithmetic and the tracer both produce it, and must agree exactly.
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <string>
#include <vector>

namespace lmtune {

/// Lanes of a warp: consecutive work-items by linear local id. 32 on every NVIDIA GPU; a convention
/// elsewhere.
inline constexpr std::uint32_t kWarpLanes = 32;

enum class AccessKind { kLoad, kStore, kAtomic };

/// One warp executing one memory instruction once: the lanes that take part and where each goes.
struct WarpAccess {
  std::uint32_t warp = 0;
  std::uint32_t lanes = 0;  ///< bit l: lane l takes part
  std::uint64_t first_offset =
      0;  ///< index into MemoryInstruction::offsets; popcount(lanes) follow

  std::strong_ordering operator<=>(const WarpAccess&) const = default;
};

/// One load, store or atomic of the source (a line and column of it), executed over and over.
struct MemoryInstruction {
  std::string argument;  ///< name of the buffer argument that it goes to
  AccessKind kind = AccessKind::kLoad;
  std::uint32_t bytes = 0;  ///< moved for each lane
  /// Copies of the instruction in an unrolled loop go by address, as compilers shuffle them.
  std::vector<WarpAccess> accesses;    ///< each warp's in the order of execution
  std::vector<std::uint64_t> offsets;  ///< bytes from the start of the buffer, a lane each

  std::strong_ordering operator<=>(const MemoryInstruction&) const = default;
};

/// Summed over the group's work-items. Integer and address arithmetic is left out: it depends on
/// the compiler.
struct OperationCounts {
  std::uint64_t floating_point = 0;  ///< adds, multiplies, compares; a fused multiply-add is two
  std::uint64_t special = 0;         ///< divisions, square roots, transcendental functions
  std::uint64_t local_loads = 0;
  std::uint64_t local_stores = 0;

  bool operator==(const OperationCounts&) const = default;
};

struct AccessTrace {
  std::array<std::uint64_t, 3> group{0, 0, 0};  ///< id of the work-group
  std::uint32_t items = 0;                      ///< work-items in it
  std::uint64_t barriers = 0;                   ///< that the group passes
  std::uint64_t local_bytes = 0;                ///< local memory that the kernel itself declares
  OperationCounts operations;
  /// Names, sorted, of the buffer arguments that no other pointer reaches, so that stores to other
  /// arrays leave their elements alone: declared `restrict`, or in `__constant` memory.
  std::vector<std::string> unaliased_arguments;
  std::vector<MemoryInstruction> instructions;  ///< in canonical order, see canonicalise()

  bool operator==(const AccessTrace&) const = default;
};

/// The group that stands for a launch: the middle one, away from the borders where it can be.
std::array<std::uint64_t, 3> representative_group(const std::array<std::uint64_t, 3>& global,
                                                  const std::array<std::uint64_t, 3>& local);

/// Orders accesses by warp (keeping each warp's own order) and instructions by content, so that two
/// traces of the same behaviour are equal whichever producer made them.
void canonicalise(AccessTrace& trace);

}  // namespace lmtune
