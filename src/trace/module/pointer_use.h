// Whether a kernel reads or writes through one of its pointer arguments.
#pragma once

#include <optional>

#include "lmtune/core/launch.h"

namespace llvm {
class Argument;
}

namespace lmtune {

/// Follows the pointer through address arithmetic, selections and helper functions. A pointer that
/// is stored or passed where we cannot follow counts as read and written. Nothing if the kernel
/// does neither.
std::optional<Access> access_through(const llvm::Argument& argument);

}  // namespace lmtune
