#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <utility>

#include "base/output_file.h"
#include "base/text_source.h"
#include "base/zstd_codec.h"
#include "lmtune/base/error.h"
#include "lmtune/base/file.h"

namespace lmtune {
namespace {

constexpr int kFlags = O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC;

/// Whether `path` still names the file that is open: its last writer may have replaced it.
bool names(const std::filesystem::path& path, int descriptor) {
  struct stat opened {
  }, named{};
  return ::fstat(descriptor, &opened) == 0 && ::stat(path.c_str(), &named) == 0 &&
         opened.st_dev == named.st_dev && opened.st_ino == named.st_ino;
}

/// Opens or creates `path` and locks it.
int open_locked(const std::filesystem::path& path) {
  for (;;) {
    const int descriptor = ::open(path.c_str(), kFlags, 0666);
    if (descriptor < 0) throw output_error(path, "append to it", errno);
    if (::flock(descriptor, LOCK_EX | LOCK_NB) != 0) {
      const int code = errno;
      ::close(descriptor);
      if (code != EWOULDBLOCK) throw output_error(path, "lock it", code);
      throw Error(ErrorKind::kOutput, path.string(), "another process is writing to it",
                  "wait for it to end, or name another output");
    }
    if (names(path, descriptor)) return descriptor;
    ::close(descriptor);
  }
}

/// Whether a compressed file ends within a frame.
bool is_cut_off(const std::filesystem::path& path) {
  TextSource source(path);
  for (std::string text; source.read(text);) text.clear();
  return source.cut_off();
}

}  // namespace

AppendFile::AppendFile(const std::filesystem::path& path)
    : path_(path), descriptor_(open_locked(path)) {}

AppendFile::~AppendFile() {
  if (compressor_) {
    try {
      // Where even this does not fit, the file has no end but all its lines.
      write_all(descriptor_, compressor_->finish());
    } catch (const Error&) {
    }
  }
  ::close(descriptor_);
}

void AppendFile::append_line(std::string_view line) {
  if (is_compressed(path_) && !compressor_) begin_frame();
  std::string bytes = std::string(line) + '\n';
  if (compressor_) bytes = compressor_->add_and_flush(bytes);
  const off_t before = ::lseek(descriptor_, 0, SEEK_END);
  const int code = write_all(descriptor_, bytes);
  if (code == 0) return;
  if (before >= 0 && ::ftruncate(descriptor_, before) != 0) {
    // The torn line stays; readers drop an incomplete last line.
  }
  // It has seen a line that is not in the file: what it gave next could not be decompressed.
  compressor_.reset();
  throw output_error(path_, "append to it", code);
}

void AppendFile::truncate(std::size_t size) {
  if (is_compressed(path_)) {
    const std::string text = read_growing_file(path_).text;
    rewrite(std::string_view(text).substr(0, size));
  } else if (::ftruncate(descriptor_, static_cast<off_t>(size)) != 0) {
    throw output_error(path_, "cut off its torn last line", errno);
  }
}

void AppendFile::begin_frame() {
  if (is_cut_off(path_)) {
    // A frame can follow a whole one only, and a line a whole line.
    const std::string text = read_growing_file(path_).text;
    rewrite(std::string_view(text).substr(0, text.rfind('\n') + 1));
  } else {
    compressor_ = std::make_unique<Compressor>();
  }
}

void AppendFile::rewrite(std::string_view text) {
  auto compressor = std::make_unique<Compressor>();
  const std::string bytes = compressor->add_and_flush(text);

  const std::filesystem::path temporary = temporary_beside(path_);
  const int descriptor = ::open(temporary.c_str(), kFlags | O_TRUNC, 0666);
  if (descriptor < 0) throw output_error(path_, "write it anew", errno);
  // Locked before it takes the place of the locked one, so that nobody gets in between.
  int code = ::flock(descriptor, LOCK_EX | LOCK_NB) != 0 ? errno : 0;
  if (code == 0) code = write_all(descriptor, bytes);
  if (code == 0 && ::fsync(descriptor) != 0) code = errno;
  if (code == 0 && ::rename(temporary.c_str(), path_.c_str()) != 0) code = errno;
  if (code != 0) {
    ::close(descriptor);
    ::unlink(temporary.c_str());
    throw output_error(path_, "write it anew", code);
  }
  ::close(std::exchange(descriptor_, descriptor));
  compressor_ = std::move(compressor);
}

}  // namespace lmtune
