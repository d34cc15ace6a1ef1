// Runs a program that may crash or hang as a child process, and brings back what it said.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace lmtune {

/// Where a child writes its answer: its stdout may be written to by code that we do not control.
inline constexpr int kChildOutputDescriptor = 3;

struct ChildResult {
  int exit_code = 0;   ///< meaningful if `signal` is 0
  int signal = 0;      ///< that killed the child, or 0
  std::string output;  ///< what it wrote to kChildOutputDescriptor
  std::string errors;  ///< what it wrote to stderr
};

/// Runs `program` with `arguments` (its own name not among them) and `input` as its stdin, and
/// waits for its end. Its stdout is discarded, and its TMPDIR is a folder of its own that goes with
/// it. Throws kInternal if it cannot be started.
ChildResult run_child(const std::filesystem::path& program,
                      const std::vector<std::string>& arguments, std::string_view input);

/// "SIGSEGV" for 11.
std::string signal_name(int signal);

}  // namespace lmtune
