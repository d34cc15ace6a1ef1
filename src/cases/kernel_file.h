// Reading a kernel file with the files that it includes, so that a benchmark needs no other file.
#pragma once

#include <filesystem>
#include <memory>

#include "lmtune/core/kernel_spec.h"

namespace lmtune {

/// The text of `path` with each `#include "x"` replaced by the file x beside the including file,
/// and #line directives that keep the compiler's messages right. `#include <x>`, and "x" where
/// there is no such file (the compiler may find it by -I), stay. Throws kInput for a file that
/// cannot be read and for one that includes itself.
std::shared_ptr<const KernelSource> read_kernel_file(const std::filesystem::path& path);

}  // namespace lmtune
