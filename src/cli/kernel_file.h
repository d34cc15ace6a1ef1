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

/// What the compiler of an OpenCL C file is told, each in its order.
struct CompilerOptions {
  std::vector<std::string> macros;   ///< -D
  std::vector<std::string> folders;  ///< -I
  std::vector<std::string> forced;   ///< -include
  std::string language;              ///< --cl-std: "CL2.0"
  std::vector<std::string> others;   ///< --option, as the compiler knows them
};

/// Declares them in the help's section `group`. `options` must live as long as `command`.
void add_compiler_options(CLI::App& command, const std::string& group, CompilerOptions& options);

/// The command line with the options of OpenCL compilers, which have one dash and many letters
/// ("-include x.h", "-cl-std=CL2.0", "-cl-mad-enable"), as add_compiler_options() declares them.
std::vector<std::string> with_double_dashes(int argc, const char* const* argv);

/// As the compiler gets them: "-DTILE=16", "-Iinclude". Forced includes are no part of it.
std::vector<std::string> build_options(const CompilerOptions& options);

/// A spec without entry point, its source complete with all included files. Throws kInput where a
/// file cannot be read.
KernelSpec kernel_file_spec(const std::string& path, const CompilerOptions& options);

/// The kernel of that name. Throws kUsage at --kernel, listing `kernels`, where there is none
/// ("": none was given).
const KernelInfo& find_kernel(std::span<const KernelInfo> kernels, const std::string& name,
                              const std::string& path);

/// Throws kInput: images and the like.
[[noreturn]] void fail_untraceable(const KernelParameter& parameter);

}  // namespace lmtune
