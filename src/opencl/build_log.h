// What OpenCL compilers say, in words of the user's file.
#pragma once

#include <string>
#include <string_view>

namespace lmtune {

/// `text` behind a line that gives the compiler its name, for its messages.
std::string named_source(std::string_view name, std::string_view text);

/// NVIDIA's compiler ignores that line and begins messages about `named_source()` with
/// "<kernel>:LINE:": the same log with the user's file and line in each of them.
std::string name_file_in_log(std::string_view log, std::string_view name);

}  // namespace lmtune
