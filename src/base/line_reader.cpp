#include "lmtune/base/line_reader.h"

#include <fmt/format.h>

#include "base/text_source.h"

namespace lmtune {

LineReader::LineReader(const std::filesystem::path& path)
    : path_(path), source_(std::make_unique<TextSource>(path)) {}

LineReader::~LineReader() = default;

std::optional<std::string_view> LineReader::next() {
  for (;;) {
    const std::size_t end = text_.find('\n', searched_);
    if (end != std::string::npos) {
      const auto line = std::string_view(text_).substr(begin_, end - begin_);
      begin_ = searched_ = end + 1;
      ++line_;
      return line;
    }
    text_.erase(0, begin_);
    begin_ = 0;
    searched_ = text_.size();
    if (!source_->read(text_)) return std::nullopt;
  }
}

std::string LineReader::where() const { return fmt::format("{}:{}", path_.string(), line_); }

bool LineReader::torn() const { return !rest().empty() || source_->cut_off(); }

}  // namespace lmtune
