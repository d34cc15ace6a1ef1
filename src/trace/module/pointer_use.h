// Whether a kernel reads or writes through one of its pointer arguments.
#pragma once

#include "lmtune/core/launch.h"

namespace llvm {
class Argument;
}

namespace lmtune {

/// Follows the pointer through address arithmetic, selections and helper functions. A pointer that
/// is stored or passed where we cannot follow counts as read and written; an unused one as read.
Access access_through(const llvm::Argument& argument);

}  // namespace lmtune
