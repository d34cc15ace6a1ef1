// Zstandard compression of text, as files whose name ends in .zst hold it.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

#include <zstd.h>

namespace lmtune {

/// Whether files of this name hold compressed text.
bool is_compressed(const std::filesystem::path& path);

/// Compresses a text piece by piece into one frame.
class Compressor {
 public:
  Compressor();

  /// The next bytes of the file; "" while they are held back.
  std::string add(std::string_view text);
  /// The same, and all that was held back: what is in the file then gives the whole text so far.
  std::string add_and_flush(std::string_view text);
  /// The last bytes.
  std::string finish();

 private:
  std::string run(std::string_view text, ZSTD_EndDirective directive);

  struct Free {
    void operator()(ZSTD_CCtx* context) const { ZSTD_freeCCtx(context); }
  };
  std::unique_ptr<ZSTD_CCtx, Free> context_;
};

/// The text of a file with one or several frames, piece by piece.
class Decompressor {
 public:
  /// `path` is for messages.
  explicit Decompressor(std::filesystem::path path);

  /// Appends to `text` what the file's next bytes give. Throws kInput where they are damaged.
  void add(std::string_view bytes, std::string& text);

  /// Whether the bytes so far end with a whole frame, or there were none.
  bool at_frame_end() const { return at_frame_end_; }

 private:
  struct Free {
    void operator()(ZSTD_DCtx* context) const { ZSTD_freeDCtx(context); }
  };
  std::filesystem::path path_;
  std::unique_ptr<ZSTD_DCtx, Free> context_;
  std::string piece_;
  bool at_frame_end_ = true;
};

}  // namespace lmtune
