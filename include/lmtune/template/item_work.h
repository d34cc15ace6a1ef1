// What a work-item of a synthetic benchmark's baseline does in all: the counts of its trace,
// exactly, without looking where in memory its accesses go.
#pragma once

#include <cstdint>

#include "lmtune/template/template_parameters.h"

namespace lmtune {

struct ItemWork {
  std::uint64_t target_loads = 0;  ///< a struct's members are loaded one by one
  std::uint64_t other_loads = 0;   ///< of all other arrays
  std::uint64_t stores = 0;
  std::uint64_t flops = 0;  ///< a fused multiply-add is two
  std::uint64_t special = 0;
};

ItemWork item_work(const TemplateParameters& parameters);

}  // namespace lmtune
