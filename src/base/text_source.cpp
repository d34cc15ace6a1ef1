#include "base/text_source.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <string_view>

#include "lmtune/base/error.h"

namespace lmtune {
namespace {

constexpr std::size_t kPieceBytes = std::size_t{1} << 18;

}  // namespace

TextSource::TextSource(const std::filesystem::path& path) : path_(path), bytes_(kPieceBytes, '\0') {
  std::error_code failure;
  if (std::filesystem::is_directory(path, failure)) {
    throw Error(ErrorKind::kInput, path.string(), "is a folder, not a file");
  }
  file_.reset(std::fopen(path.c_str(), "rbe"));
  if (!file_) {
    throw Error(ErrorKind::kInput, path.string(),
                fmt::format("cannot read: {}", std::strerror(errno)));
  }
  if (is_compressed(path)) decompressor_.emplace(path);
}

bool TextSource::read(std::string& text) {
  const std::size_t size = std::fread(bytes_.data(), 1, bytes_.size(), file_.get());
  if (size == 0) {
    if (std::ferror(file_.get()) == 0) return false;
    throw Error(ErrorKind::kInput, path_.string(), "cannot read to the end");
  }
  const std::string_view piece(bytes_.data(), size);
  if (decompressor_) {
    decompressor_->add(piece, text);
  } else {
    text += piece;
  }
  return true;
}

}  // namespace lmtune
