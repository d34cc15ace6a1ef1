// How far a run's measurements can be trusted: what its A/A controls, repeats and reference times
// say. Pure functions.
#pragma once

#include <cstdint>
#include <span>

#include "lmtune/core/measurement.h"

namespace lmtune {

/// The label that models are trained on: the speedup is above 1. Of a `correct` measurement.
bool is_beneficial(const Measurement& measurement);

/// Whether an A/A control was told to differ: its interval is wholly outside the tie margin
/// (relative), although both of its sides are the same.
bool is_false_label(const Measurement& control, double margin);

/// Whether a repeat has the label of the first measurement.
bool agrees(const Measurement& first, const Measurement& repeat);

/// (largest - smallest) / median of the times of the reference kernel, which would be 0 on a device
/// without drift and noise; 0 if there are none.
double reference_spread(std::span<const std::int64_t> reference_ns);

}  // namespace lmtune
