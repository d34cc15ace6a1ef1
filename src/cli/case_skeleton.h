// A first case file for a kernel, made from what its code tells.
#pragma once

#include "lmtune/core/case_file.h"
#include "lmtune/core/kernel_info.h"
#include "lmtune/core/kernel_spec.h"

namespace lmtune {

/// A valid case for `kernel` of `spec`'s source, to lie beside that file: every argument in order,
/// its first array that can be a target, and one quick launch over the value "n". Sizes and scalars
/// are placeholders; the description says so. Throws kInput where the kernel has no array that can
/// be a target, takes what lmtune cannot trace (images …), or a build option holds braces.
CaseFile case_skeleton(const KernelSpec& spec, const KernelInfo& kernel);

}  // namespace lmtune
