#include "base/zstd_codec.h"

#include <fmt/format.h>

#include <utility>

#include "lmtune/base/error.h"

namespace lmtune {
namespace {

// Campaigns and runs repeat themselves line by line: a long window finds it. Higher levels gain
// little for their time.
constexpr int kLevel = 9;
constexpr int kWindowLog = 24;

}  // namespace

bool is_compressed(const std::filesystem::path& path) { return path.extension() == ".zst"; }

Compressor::Compressor() : context_(ZSTD_createCCtx()) {
  ZSTD_CCtx_setParameter(context_.get(), ZSTD_c_compressionLevel, kLevel);
  ZSTD_CCtx_setParameter(context_.get(), ZSTD_c_windowLog, kWindowLog);
  ZSTD_CCtx_setParameter(context_.get(), ZSTD_c_checksumFlag, 1);
}

std::string Compressor::add(std::string_view text) { return run(text, ZSTD_e_continue); }

std::string Compressor::add_and_flush(std::string_view text) { return run(text, ZSTD_e_flush); }

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
    if (directive == ZSTD_e_continue ? in.pos == in.size : left == 0) return compressed;
  }
}

Decompressor::Decompressor(std::filesystem::path path)
    : path_(std::move(path)), context_(ZSTD_createDCtx()), piece_(ZSTD_DStreamOutSize(), '\0') {}

void Decompressor::add(std::string_view bytes, std::string& text) {
  ZSTD_inBuffer in{bytes.data(), bytes.size(), 0};
  bool more = false;  // text that the last call had no room for
  while (in.pos < in.size || more) {
    ZSTD_outBuffer out{piece_.data(), piece_.size(), 0};
    const std::size_t left = ZSTD_decompressStream(context_.get(), &out, &in);
    if (ZSTD_isError(left)) {
      throw Error(ErrorKind::kInput, path_.string(),
                  fmt::format("is damaged, or no .zst file: {}", ZSTD_getErrorName(left)),
                  "copy or make it again");
    }
    text.append(piece_, 0, out.pos);
    more = out.pos == out.size && left != 0;
    at_frame_end_ = left == 0;
  }
}

}  // namespace lmtune
