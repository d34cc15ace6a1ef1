// What arrays hold whose contents nobody gave, and which contents nobody can guess.
#pragma once

#include <string>
#include <vector>

#include "cli/kernel_launch.h"
#include "lmtune/core/kernel_info.h"

namespace lmtune {

/// Throws kUsage at --data for arrays of integers whose data decides how often loops go round, or
/// which elements of the target are read where the target's length is not given: the answer depends
/// on them.
void check_data_given(const KernelInfo& kernel, const KernelLaunch& given);

/// Fills `buffer`, the argument for `array`, with what is usual, and says so where it may matter.
void assume_contents(const KernelInfo& kernel, const KernelParameter& array,
                     const KernelLaunch& given, BufferArgument& buffer,
                     std::vector<std::string>& assumptions);

}  // namespace lmtune
