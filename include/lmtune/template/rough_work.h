// About how much a synthetic benchmark's baseline does: within a factor of two or so, in a
// microsecond, for choosing sizes. Features never come from here.
#pragma once

#include "lmtune/template/template_parameters.h"

namespace lmtune {

/// Of the whole launch, unless said otherwise.
struct RoughWork {
  double items = 0.0;
  double warp_loads = 0.0;  ///< load instructions of whole warps
  double sectors = 0.0;     ///< that loads and stores ask for
  double flops = 0.0;
  double item_loads = 0.0;  ///< iterations of the inner loop that one item makes
};

RoughWork rough_work(const TemplateParameters& parameters);

}  // namespace lmtune
