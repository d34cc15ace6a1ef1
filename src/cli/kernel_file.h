// What commands that read an OpenCL C file share: the compiler's options, and choosing a kernel.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "lmtune/core/kernel_info.h"
#include "lmtune/core/kernel_spec.h"

namespace CLI {
class App;
}

namespace lmtune {

/// The values of -D and -I, in their order.
struct CompilerOptions {
  std::vector<std::string> macros;
  std::vector<std::string> folders;
};

/// Declares -D and -I in the help's section `group`. `options` must live as long as `command`.
void add_compiler_options(CLI::App& command, const std::string& group, CompilerOptions& options);

/// As the compiler gets them: "-DTILE=16", "-Iinclude".
std::vector<std::string> build_options(const CompilerOptions& options);

/// A spec without entry point. Throws kInput where the file cannot be read.
KernelSpec kernel_file_spec(const std::string& path, const std::vector<std::string>& options);

/// The kernel of that name. Throws kUsage at --kernel, listing `kernels`, where there is none
/// ("": none was given).
const KernelInfo& find_kernel(std::span<const KernelInfo> kernels, const std::string& name,
                              const std::string& path);

/// Throws kInput: images and the like.
[[noreturn]] void fail_untraceable(const KernelParameter& parameter);

}  // namespace lmtune
