// Reading a kernel file with the files that it includes, so that a benchmark needs no other file.
#pragma once

#include <filesystem>
#include <memory>
#include <vector>

#include "lmtune/core/kernel_spec.h"

namespace lmtune {

/// Where included files are looked for, as a compiler is told by its options.
struct IncludeOptions {
  std::vector<std::filesystem::path> folders;  ///< -I
  std::vector<std::filesystem::path> forced;   ///< -include: come before the first line
};

/// The text of `path` with each `#include` replaced by the file that it names, and #line directives
/// that keep the compiler's messages right. "x" is looked for beside the including file and then in
/// the folders, <x> in the folders. Lines whose file is not there stay: the compiler says so if it
/// comes to them. A byte order mark goes. Throws kInput for a file that cannot be read, one that
/// includes itself without a guard, and headers that multiply beyond all measure.
std::shared_ptr<const KernelSource> read_kernel_file(const std::filesystem::path& path,
                                                     const IncludeOptions& options = {});

}  // namespace lmtune
