// The lines of a JSONL file, with their numbers.
#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "io/json_value.h"

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

/// Parses `lines` on all cores, some thousand at a time, and gives them to `read` in their order.
/// Throws kInput at the first that is no JSON, after `read` got those of the blocks before it.
void parse_lines(std::span<const Line> lines,
                 const std::function<void(std::span<const JsonValue>)>& read);

}  // namespace lmtune
