#include "opencl/build_log.h"

#include <fmt/format.h>

#include <charconv>
#include <cstdint>

namespace lmtune {
namespace {

constexpr std::string_view kAnonymous = "<kernel>:";

/// One line of the log, where it begins with a place in the anonymous source.
std::string named_line(std::string_view line, std::string_view name) {
  if (!line.starts_with(kAnonymous)) return std::string(line);
  const char* begin = line.data() + kAnonymous.size();
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(begin, line.data() + line.size(), number);
  if (error != std::errc() || number < 2) {
    return fmt::format("{}:{}", name, line.substr(kAnonymous.size()));
  }
  // The line that gives the name is the first one of the source that the compiler counts.
  const auto at = static_cast<std::size_t>(end - line.data());
  return fmt::format("{}:{}{}", name, number - 1, line.substr(at));
}

}  // namespace

std::string named_source(std::string_view name, std::string_view text) {
  std::string escaped;
  for (const char c : name) {
    if (c == '"' || c == '\\') escaped += '\\';
    if (c != '\n') escaped += c;
  }
  return fmt::format("#line 1 \"{}\"\n{}", escaped, text);
}

std::string name_file_in_log(std::string_view log, std::string_view name) {
  std::string named;
  for (;;) {
    const std::size_t end = log.find('\n');
    named += named_line(log.substr(0, end), name);
    if (end == std::string_view::npos) return named;
    named += '\n';
    log.remove_prefix(end + 1);
  }
}

}  // namespace lmtune
