#include "io/jsonl.h"

#include <fmt/format.h>

namespace lmtune {

Lines split_lines(std::string_view text, const std::filesystem::path& path) {
  Lines lines;
  std::size_t begin = 0;
  while (begin < text.size()) {
    const std::size_t end = text.find('\n', begin);
    if (end == std::string_view::npos) {
      lines.torn = true;
      break;
    }
    lines.whole.push_back(Line{text.substr(begin, end - begin),
                               fmt::format("{}:{}", path.string(), lines.whole.size() + 1)});
    begin = end + 1;
  }
  lines.whole_bytes = begin;
  return lines;
}

}  // namespace lmtune
