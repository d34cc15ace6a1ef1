// Compiles a kernel source with Oclgrind's Clang.
#pragma once

#include <memory>
#include <string_view>

#include "lmtune/core/kernel_spec.h"
#include "trace/module/oclgrind_api.h"

namespace lmtune {

/// Throws kInput with the compiler's errors, in the words of the user's file.
std::unique_ptr<oclgrind::Program> compile(const oclgrind::Context& context, const KernelSpec& spec,
                                           Variant variant);

/// Whether a build option asks for OpenCL C 3.0, which the compiler knows in part.
bool is_newest_language(std::string_view option);

/// The name that the compiler knows the source by.
inline constexpr const char* kCompilerFileName = "input.cl";

}  // namespace lmtune
