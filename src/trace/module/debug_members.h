// The scalars that a struct argument is made of, from the compiler's debugging information.
#pragma once

#include <vector>

#include "lmtune/core/kernel_info.h"

namespace llvm {
class Argument;
}

namespace lmtune {

/// Members of a struct by value, those of structs and arrays in it each by itself. Empty where a
/// member is of a type that lmtune cannot give a value, and where there are very many.
std::vector<StructMember> members_of(const llvm::Argument& argument);

}  // namespace lmtune
