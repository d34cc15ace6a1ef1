// How a warp's read of staged elements meets the banks of local memory.
#pragma once

#include <cstdint>

namespace lmtune {

/// A warp-level read of a tile in local memory.
struct TileRead {
  std::uint64_t elements = 1;  ///< different ones
  std::uint64_t pieces = 1;    ///< gapless; each in a tile row of its own
  std::uint64_t row_bytes = 0;
  std::uint32_t element_bytes = 4;
  std::uint32_t read_bytes = 4;  ///< of each element
};

/// Different words in the busiest of 32 banks of 4 bytes: 1 is free of conflicts.
std::uint64_t bank_conflicts(const TileRead& read);

}  // namespace lmtune
