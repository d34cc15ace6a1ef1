#include "io/jsonl.h"

#include <fmt/format.h>

#include <algorithm>

#include "lmtune/base/parallel.h"

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

void parse_lines(std::span<const Line> lines,
                 const std::function<void(std::span<const JsonValue>)>& read) {
  constexpr std::size_t kBlock = 4096;  // parsed lines are many times as large as their text
  for (std::size_t begin = 0; begin < lines.size(); begin += kBlock) {
    const std::span<const Line> block =
        lines.subspan(begin, std::min(kBlock, lines.size() - begin));
    std::vector<Json> parsed(block.size());
    parallel_for(block.size(), 0,
                 [&](std::size_t i) { parsed[i] = parse_json(block[i].text, block[i].where); });
    std::vector<JsonValue> values;
    for (std::size_t i = 0; i < block.size(); ++i) values.emplace_back(parsed[i], block[i].where);
    read(values);
    // Freeing so many small objects takes about as long as making them.
    parallel_for(block.size(), 0, [&](std::size_t i) { parsed[i] = nullptr; });
  }
}

}  // namespace lmtune
