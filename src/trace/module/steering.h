// What an argument's value, or the data in its array, decides in a kernel: which elements of arrays
// it accesses, how often its loops go round, which way it branches.
#pragma once

#include <vector>

#include "lmtune/core/kernel_info.h"

namespace llvm {
class Function;
}

namespace lmtune {

/// By parameter. Follows values through the code without running it: through arithmetic, calls,
/// private and local memory, though not through arrays that the kernel writes and reads again, nor
/// through the mere choice of a branch.
std::vector<Steering> steering_of(const llvm::Function& kernel);

}  // namespace lmtune
