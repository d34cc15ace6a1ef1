// A file's text, piece by piece, decompressed if the file's name ends in .zst.
#pragma once

#include <cstdio>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include "base/zstd_codec.h"

namespace lmtune {

class TextSource {
 public:
  /// Throws kInput if `path` cannot be read.
  explicit TextSource(const std::filesystem::path& path);

  /// Appends the next piece of the text; false where there is no more. Throws kInput where the file
  /// is damaged.
  bool read(std::string& text);

  /// Whether the compressed text read so far has no end.
  bool cut_off() const { return decompressor_ && !decompressor_->at_frame_end(); }

 private:
  struct Close {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };
  std::filesystem::path path_;
  std::unique_ptr<std::FILE, Close> file_;
  std::optional<Decompressor> decompressor_;
  std::string bytes_;
};

}  // namespace lmtune
