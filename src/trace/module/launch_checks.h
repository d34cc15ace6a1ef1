// Whether a launch fits a kernel, and whether the interpreter can run it: said before it is run.
#pragma once

#include <string>

#include "lmtune/core/kernel_info.h"
#include "lmtune/core/launch.h"
#include "trace/module/code_layout.h"

namespace lmtune {

/// Throws kInput, listing the parameters there are, unless every argument fits its parameter and
/// the work-group is one that the kernel accepts.
void check_arguments(const KernelInfo& kernel, const Launch& launch,
                     const std::string& source_name);

/// Throws kInput where the code uses what Oclgrind cannot interpret.
void check_supported(const CodeLayout& layout, const std::string& source_name);

/// A call of the function of that name, mangled or not; null if there is none.
const llvm::Instruction* find_call(const CodeLayout& layout, const std::string& name);

/// "matmul.cl:12:5" of an instruction, or the file alone where the compiler kept no place.
std::string place_of(const llvm::Instruction& instruction, const std::string& source_name);

}  // namespace lmtune
