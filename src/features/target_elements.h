// The elements of an array that memory instructions touch.
#pragma once

#include <cstdint>
#include <vector>

#include "lmtune/core/access_trace.h"

namespace lmtune {

/// First and one-past-last element that `bytes` from `offset` on touch.
struct ElementRange {
  std::uint64_t begin;
  std::uint64_t end;
};

inline ElementRange elements_touched(std::uint64_t offset, std::uint32_t bytes,
                                     std::uint32_t element_bytes) {
  return {offset / element_bytes, (offset + bytes - 1) / element_bytes + 1};
}

/// Sorts `values` and drops repetitions.
void sort_distinct(std::vector<std::uint64_t>& values);

}  // namespace lmtune
