// Kernels of a compiled module, as the rest of lmtune knows them.
#pragma once

#include <string>
#include <vector>

#include "lmtune/core/kernel_info.h"

namespace llvm {
class Function;
class Module;
}  // namespace llvm

namespace lmtune {

std::vector<const llvm::Function*> kernels_of(const llvm::Module& module);

KernelInfo describe(const llvm::Function& kernel);

/// By argument: whether it is a pointer that no store through another one can reach, because it is
/// declared `restrict` or points to `__constant` memory.
std::vector<bool> unaliased_arguments(const llvm::Function& kernel);

/// Bytes of local memory that the kernel declares in its body.
std::uint64_t declared_local_bytes(const llvm::Function& kernel);

}  // namespace lmtune
