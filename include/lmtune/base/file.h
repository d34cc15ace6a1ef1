// Reading whole files, and writing them so that a crash or a full disk never leaves half of one.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

namespace lmtune {

class Compressor;

/// The bytes of `path`, decompressed if its name ends in .zst. Throws kInput if it cannot be read.
std::string read_file(const std::filesystem::path& path);

/// A file that is written piece by piece and takes the place of `path` in one step (temporary file
/// beside it, fsync, rename): a reader sees the old file or the new one. Compresses what it is
/// given if the name ends in .zst. Where nothing was committed, the old file stays as it was.
class AtomicFile {
 public:
  /// Throws kOutput where nothing can be written there.
  explicit AtomicFile(const std::filesystem::path& path);
  ~AtomicFile();
  AtomicFile(const AtomicFile&) = delete;
  AtomicFile& operator=(const AtomicFile&) = delete;

  /// Throw kOutput, when the disk is full for one.
  void append(std::string_view text);
  void commit();

 private:
  void write(std::string_view bytes);

  std::filesystem::path path_;
  std::filesystem::path temporary_;  ///< equal to path_ where there is nothing to protect
  std::unique_ptr<Compressor> compressor_;
  int descriptor_;
};

/// The same for contents that are there as a whole.
void write_file_atomically(const std::filesystem::path& path, std::string_view contents);

/// Throws kOutput unless a file can be created or replaced at `path`. Called before any work is
/// done; leaves an existing file untouched and no new one behind.
void check_writable(const std::filesystem::path& path);

/// A file that only grows, a whole line at a time; what `append_line` returned from is in the file
/// even if the process is killed next.
class AppendFile {
 public:
  /// Opens or creates `path` and locks it against a second writer. Throws kOutput (also when
  /// another process holds it).
  explicit AppendFile(const std::filesystem::path& path);
  ~AppendFile();
  AppendFile(const AppendFile&) = delete;
  AppendFile& operator=(const AppendFile&) = delete;

  /// Writes `line` and a newline. Throws kOutput; a line that did not fit is cut off again, so that
  /// the file ends with a whole line.
  void append_line(std::string_view line);

  /// Drops everything after the first `size` bytes.
  void truncate(std::size_t size);

 private:
  std::filesystem::path path_;
  int descriptor_;
};

}  // namespace lmtune
