// What a synthetic benchmark's launch and cached variant amount to: sizes that the constraints, the
// benchmark and the staging plan agree on.
#pragma once

#include <cstdint>

#include "lmtune/core/launch.h"
#include "lmtune/core/staging_plan.h"
#include "lmtune/template/template_parameters.h"

namespace lmtune {

/// Local memory of the staged region, both tiles of rank-k.
std::uint64_t tile_bytes(const TemplateParameters& parameters);

/// Loads of target elements in the whole launch.
std::uint64_t target_loads(const TemplateParameters& parameters);

Launch synthetic_launch(const TemplateParameters& parameters);

StagingPlan synthetic_plan(const TemplateParameters& parameters);

}  // namespace lmtune
