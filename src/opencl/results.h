// What a result buffer holds before a variant runs, and how the two variants' results are compared.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "lmtune/core/element_type.h"

namespace lmtune {

/// One scalar of the poison that result buffers hold before a launch: a NaN that no kernel
/// computes, or an unlikely integer.
std::vector<std::byte> poison_pattern(ScalarType scalar);

/// The largest |a - b| / max(|a|, |b|) over the scalars of two results of one element type; 0 where
/// they are bitwise equal, infinity where one has NaN, or poison of 4 bytes or more, and the other
/// has not. The fourth component of 3-component vectors is ignored.
double largest_difference(ElementType type, std::span<const std::byte> a,
                          std::span<const std::byte> b);

/// Whether nothing was written to any scalar.
bool all_poison(ElementType type, std::span<const std::byte> result);

}  // namespace lmtune
