// Reads a text file line by line, so that a file larger than memory can be gone through.
#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace lmtune {

class TextSource;

/// The lines of a file, decompressed if its name ends in .zst.
class LineReader {
 public:
  /// Throws kInput if `path` cannot be read.
  explicit LineReader(const std::filesystem::path& path);
  ~LineReader();
  LineReader(const LineReader&) = delete;
  LineReader& operator=(const LineReader&) = delete;

  /// The next line without its newline, valid until the next call; none at the end and where the
  /// last line has no newline. Throws kInput where the file is damaged.
  std::optional<std::string_view> next();

  /// "file:line" of what next() gave last.
  std::string where() const;

  /// Once next() gave none: the text without a newline that is left over.
  std::string_view rest() const { return std::string_view(text_).substr(begin_); }

  /// Once next() gave none: whether the file is incomplete, its last line or its compressed text,
  /// because its writer was killed or it was cut off.
  bool torn() const;

 private:
  std::filesystem::path path_;
  std::unique_ptr<TextSource> source_;
  std::string text_;
  std::size_t begin_ = 0;     ///< of the next line
  std::size_t searched_ = 0;  ///< no newline between `begin_` and here
  std::size_t line_ = 0;
};

}  // namespace lmtune
