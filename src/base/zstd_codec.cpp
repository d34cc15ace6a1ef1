#include "base/zstd_codec.h"

#include <fmt/format.h>

#include "lmtune/base/error.h"

namespace lmtune {
namespace {

// Campaigns and runs repeat themselves line by line: a long window finds it.
constexpr int kLevel = 9;
constexpr int kWindowLog = 24;

struct FreeDecompressor {
  void operator()(ZSTD_DCtx* context) const { ZSTD_freeDCtx(context); }
};

}  // namespace

bool is_compressed(const std::filesystem::path& path) { return path.extension() == ".zst"; }

Compressor::Compressor() : context_(ZSTD_createCCtx()) {
  ZSTD_CCtx_setParameter(context_.get(), ZSTD_c_compressionLevel, kLevel);
  ZSTD_CCtx_setParameter(context_.get(), ZSTD_c_windowLog, kWindowLog);
  ZSTD_CCtx_setParameter(context_.get(), ZSTD_c_checksumFlag, 1);
}

std::string Compressor::add(std::string_view text) { return run(text, ZSTD_e_continue); }

std::string Compressor::finish() { return run({}, ZSTD_e_end); }

std::string Compressor::run(std::string_view text, ZSTD_EndDirective directive) {
  std::string compressed;
  std::string piece(ZSTD_CStreamOutSize(), '\0');
  ZSTD_inBuffer in{text.data(), text.size(), 0};
  for (;;) {
    ZSTD_outBuffer out{piece.data(), piece.size(), 0};
    const std::size_t left = ZSTD_compressStream2(context_.get(), &out, &in, directive);
    if (ZSTD_isError(left)) {
      throw Error(ErrorKind::kInternal, "zstd", ZSTD_getErrorName(left));
    }
    compressed.append(piece, 0, out.pos);
    if (directive == ZSTD_e_end ? left == 0 : in.pos == in.size) return compressed;
  }
}

std::string decompress(std::string_view bytes, const std::filesystem::path& path) {
  const std::unique_ptr<ZSTD_DCtx, FreeDecompressor> context(ZSTD_createDCtx());
  std::string text;
  std::string piece(ZSTD_DStreamOutSize(), '\0');
  ZSTD_inBuffer in{bytes.data(), bytes.size(), 0};
  std::size_t left = 0;
  bool more = true;
  while (in.pos < in.size || more) {
    ZSTD_outBuffer out{piece.data(), piece.size(), 0};
    left = ZSTD_decompressStream(context.get(), &out, &in);
    if (ZSTD_isError(left)) {
      throw Error(ErrorKind::kInput, path.string(),
                  fmt::format("is no whole .zst file: {}", ZSTD_getErrorName(left)));
    }
    text.append(piece, 0, out.pos);
    more = out.pos == out.size;
  }
  if (left != 0) {
    throw Error(ErrorKind::kInput, path.string(), "is cut off: its compressed text has no end",
                "copy or make it again");
  }
  return text;
}

}  // namespace lmtune
