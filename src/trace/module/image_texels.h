// What the texels of an image argument are, by the built-in functions that read and write it.
#pragma once

#include <optional>

#include "lmtune/core/launch.h"

namespace llvm {
class Argument;
}

namespace lmtune {

/// Absent where the kernel does not touch the image.
std::optional<TexelType> texel_of(const llvm::Argument& image);

}  // namespace lmtune
