// Splits samples for cross-validation, a whole kernel spec at a time.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "lmtune/core/sample.h"

namespace lmtune {

/// For each sample the fold, in [0, folds), in which it is tested. Samples of one spec_id share a
/// fold: they share a build, and a model that has seen one of them has seen much of the others.
/// Folds are about equally long. Depends on the set of spec ids, `folds` and `seed` alone, not on
/// which sample of a spec comes first. Throws kInput if there are fewer specs than folds.
std::vector<std::uint32_t> assign_folds(std::span<const Sample* const> samples, std::uint32_t folds,
                                        std::uint64_t seed);

}  // namespace lmtune
