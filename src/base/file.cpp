#include "lmtune/base/file.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <utility>

#include "base/output_file.h"
#include "base/text_source.h"
#include "base/zstd_codec.h"
#include "lmtune/base/error.h"

namespace lmtune {

std::string read_file(const std::filesystem::path& path) {
  FileText file = read_growing_file(path);
  if (file.cut_off) {
    throw Error(ErrorKind::kInput, path.string(), "is cut off: its compressed text has no end",
                "copy or make it again");
  }
  return std::move(file.text);
}

FileText read_growing_file(const std::filesystem::path& path) {
  TextSource source(path);
  FileText file;
  while (source.read(file.text)) {
  }
  file.cut_off = source.cut_off();
  return file;
}

AtomicFile::AtomicFile(const std::filesystem::path& path) : path_(path) {
  // A device or pipe (/dev/null, /dev/stdout) cannot be renamed over; there is nothing to protect.
  std::error_code failure;
  const auto status = std::filesystem::status(path, failure);
  const bool special = std::filesystem::exists(status) && !std::filesystem::is_regular_file(status);
  temporary_ = special ? path : temporary_beside(path);
  if (is_compressed(path)) compressor_ = std::make_unique<Compressor>();
  descriptor_ = ::open(temporary_.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (descriptor_ < 0) throw output_error(path, "write", errno);
}

AtomicFile::~AtomicFile() {
  if (descriptor_ < 0) return;
  ::close(descriptor_);
  if (temporary_ != path_) ::unlink(temporary_.c_str());
}

void AtomicFile::write(std::string_view bytes) {
  if (const int code = write_all(descriptor_, bytes); code != 0) {
    throw output_error(path_, "write", code);
  }
}

void AtomicFile::append(std::string_view text) {
  if (compressor_) {
    write(compressor_->add(text));
  } else {
    write(text);
  }
}

void AtomicFile::commit() {
  if (compressor_) write(compressor_->finish());
  const bool special = temporary_ == path_;
  int code = !special && ::fsync(descriptor_) != 0 ? errno : 0;
  if (::close(std::exchange(descriptor_, -1)) != 0 && code == 0) code = errno;
  if (code == 0 && !special && ::rename(temporary_.c_str(), path_.c_str()) != 0) code = errno;
  if (code == 0) return;
  if (!special) ::unlink(temporary_.c_str());
  throw output_error(path_, "write", code);
}

void write_file_atomically(const std::filesystem::path& path, std::string_view contents) {
  AtomicFile file(path);
  file.append(contents);
  file.commit();
}

void check_writable(const std::filesystem::path& path) {
  std::error_code failure;
  const auto status = std::filesystem::status(path, failure);
  if (std::filesystem::is_directory(status)) {
    throw Error(ErrorKind::kOutput, path.string(), "is a folder", "name a file");
  }
  if (std::filesystem::exists(status)) {
    if (::access(path.c_str(), W_OK) != 0) throw output_error(path, "write", errno);
    if (!std::filesystem::is_regular_file(status)) return;
  }
  const std::filesystem::path probe = temporary_beside(path);
  const int descriptor = ::open(probe.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  if (descriptor < 0) throw output_error(path, "write", errno);
  ::close(descriptor);
  ::unlink(probe.c_str());
}

}  // namespace lmtune
