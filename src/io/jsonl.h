// The lines of a JSONL file, with their numbers.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace lmtune {

struct Line {
  std::string_view text;  ///< without its newline; points into the whole text
  std::string where;      ///< "file:line"
};

/// Splits `text` at newlines. A last line without a newline is given apart: its writer was killed,
/// or the file was cut off.
struct Lines {
  std::vector<Line> whole;
  bool torn = false;
  std::size_t whole_bytes = 0;  ///< up to the end of the last whole line
};

Lines split_lines(std::string_view text, const std::filesystem::path& path);

}  // namespace lmtune
