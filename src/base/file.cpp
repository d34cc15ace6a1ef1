#include "lmtune/base/file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <iterator>
#include <utility>

#include "base/zstd_codec.h"
#include "lmtune/base/error.h"

namespace lmtune {
namespace {

Error output_error(const std::filesystem::path& path, std::string_view action, int code) {
  return Error(ErrorKind::kOutput, path.string(),
               fmt::format("cannot {}: {}", action, std::strerror(code)),
               code == ENOENT ? "the folder must exist and be writable" : "");
}

/// Writes all of `data`; returns 0 or the errno that stopped it.
int write_all(int descriptor, std::string_view data) {
  while (!data.empty()) {
    const ssize_t written = ::write(descriptor, data.data(), data.size());
    if (written < 0) {
      if (errno == EINTR) continue;
      return errno;
    }
    data.remove_prefix(static_cast<std::size_t>(written));
  }
  return 0;
}

std::filesystem::path temporary_beside(const std::filesystem::path& path) {
  return path.string() + fmt::format(".{}.tmp", ::getpid());
}

}  // namespace

std::string read_file(const std::filesystem::path& path) {
  std::error_code failure;
  if (std::filesystem::is_directory(path, failure)) {
    throw Error(ErrorKind::kInput, path.string(), "is a folder, not a file");
  }
  std::ifstream stream(path, std::ios::binary);
  if (!stream) {
    throw Error(ErrorKind::kInput, path.string(),
                fmt::format("cannot read: {}", std::strerror(errno)));
  }
  std::string contents((std::istreambuf_iterator<char>(stream)), std::istreambuf_iterator<char>());
  if (stream.bad()) throw Error(ErrorKind::kInput, path.string(), "cannot read to the end");
  return is_compressed(path) ? decompress(contents, path) : contents;
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

AppendFile::AppendFile(const std::filesystem::path& path)
    : path_(path),
      descriptor_(::open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666)) {
  if (descriptor_ < 0) throw output_error(path_, "append to it", errno);
  if (::flock(descriptor_, LOCK_EX | LOCK_NB) != 0) {
    const int code = errno;
    ::close(descriptor_);
    if (code == EWOULDBLOCK) {
      throw Error(ErrorKind::kOutput, path_.string(), "another process is writing to it",
                  "wait for it to end, or name another output");
    }
    throw output_error(path_, "lock it", code);
  }
}

AppendFile::~AppendFile() { ::close(descriptor_); }

void AppendFile::append_line(std::string_view line) {
  const off_t before = ::lseek(descriptor_, 0, SEEK_END);
  const int code = write_all(descriptor_, std::string(line) + '\n');
  if (code == 0) return;
  if (before >= 0 && ::ftruncate(descriptor_, before) != 0) {
    // The torn line stays; readers drop an incomplete last line.
  }
  throw output_error(path_, "append to it", code);
}

void AppendFile::truncate(std::size_t size) {
  if (::ftruncate(descriptor_, static_cast<off_t>(size)) != 0) {
    throw output_error(path_, "cut off its torn last line", errno);
  }
}

}  // namespace lmtune
