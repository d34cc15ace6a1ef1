// A memory instruction of the template as address arithmetic: where each work-item starts, and how
// far each loop around the instruction moves it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "lmtune/core/access_trace.h"

namespace lmtune {

/// In its execution (s0, s1, …) a work-item touches start + steps[0][s0] + steps[1][s1] + ….
struct AffineInstruction {
  std::string argument;
  AccessKind kind = AccessKind::kLoad;
  std::uint32_t bytes = 0;                       ///< of each access
  std::vector<std::int64_t> starts;              ///< bytes from the buffer's start, an item each
  std::vector<std::vector<std::int64_t>> steps;  ///< bytes; outermost loop first, none empty
};

/// All its accesses, one by one.
MemoryInstruction enumerate(const AffineInstruction& instruction);

/// `count` steps of `distance` bytes each: 0, distance, 2 * distance, …
std::vector<std::int64_t> even_steps(std::int64_t count, std::int64_t distance);

}  // namespace lmtune
