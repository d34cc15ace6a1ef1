// Where the samples of a training set lie, for a model to tell how near a kernel is to them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "lmtune/core/model_file.h"
#include "lmtune/core/sample.h"

namespace lmtune {

/// From a random part of `training`. The radius is that within which nearly all of `held_out`, real
/// samples, have a point; without any, twice that of another part of `training`. Without points
/// where `training` is too small to tell.
TrainingVicinity training_vicinity(std::span<const Sample* const> training,
                                   std::span<const Sample* const> held_out, std::uint64_t seed);

/// How many of the points lie within the radius of `features`.
std::size_t points_near(const TrainingVicinity& vicinity, const FeatureVector& features);

}  // namespace lmtune
