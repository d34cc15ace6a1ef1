// The template's OpenCL C text, templates/local_memory.cl as it was when lmtune was built.
#pragma once

#include <memory>

#include "lmtune/core/kernel_spec.h"

namespace lmtune {

std::shared_ptr<const KernelSource> template_source();

}  // namespace lmtune
