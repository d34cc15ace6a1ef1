// Which part of the target a work-group and its work-items read, as rows and columns.
#pragma once

#include <cstdint>

#include "lmtune/template/template_parameters.h"

namespace lmtune {

/// Of the traced group; as in TargetSummary.
struct TargetFootprint {
  std::uint64_t item_elements = 0;
  std::uint64_t elements = 0;
  std::uint64_t sectors = 0;
};

TargetFootprint target_footprint(const TemplateParameters& parameters);

}  // namespace lmtune
