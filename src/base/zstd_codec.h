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
  /// The last bytes.
  std::string finish();

 private:
  std::string run(std::string_view text, ZSTD_EndDirective directive);

  struct Free {
    void operator()(ZSTD_CCtx* context) const { ZSTD_freeCCtx(context); }
  };
  std::unique_ptr<ZSTD_CCtx, Free> context_;
};

/// The text of one or several frames. Throws kInput at `path` where they are damaged or cut off.
std::string decompress(std::string_view bytes, const std::filesystem::path& path);

}  // namespace lmtune
