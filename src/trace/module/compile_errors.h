// What the compiler says, in the words of the user's file, with what would be right.
#pragma once

#include <string>

#include "lmtune/base/error.h"
#include "lmtune/core/kernel_spec.h"

namespace lmtune {

/// Whether a kernel asks for the newest OpenCL C, of which the compiler knows a part.
enum class Language { kKnown, kNewest };

/// kInput at the first error of a build log, with the further ones after it.
Error compile_error(const std::string& log, const KernelSource& source, Language language);

}  // namespace lmtune
