// Reading whole files, and writing them so that a crash or a full disk never leaves half of one.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

namespace lmtune {

class Compressor;

// Files whose name ends in .zst hold compressed text: whatever reads or writes a file here
// decompresses or compresses it.

/// The text of `path`. Throws kInput if it cannot be read, is damaged or, compressed, cut off.
std::string read_file(const std::filesystem::path& path);

struct FileText {
  std::string text;
  bool cut_off = false;  ///< compressed text without an end
};

/// The text of a file that an AppendFile writes, or wrote until it was killed: of a compressed one
/// whatever it holds, with an end or not. Throws kInput as read_file() does else.
FileText read_growing_file(const std::filesystem::path& path);

/// A file that is written piece by piece and takes the place of `path` in one step (temporary file
/// beside it, fsync, rename): a reader sees the old file or the new one. Where nothing was
/// committed, the old file stays as it was.
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
/// even if the process is killed next. A compressed file then has no end: readers are told, and a
/// writer that goes on writes it anew. The lock is held through that.
class AppendFile {
 public:
  /// Opens or creates `path` and locks it against a second writer. Throws kOutput (also when
  /// another process holds it). Changes nothing in it.
  explicit AppendFile(const std::filesystem::path& path);
  ~AppendFile();
  AppendFile(const AppendFile&) = delete;
  AppendFile& operator=(const AppendFile&) = delete;

  /// Writes `line` and a newline. Throws kOutput; a line that did not fit is cut off again, so that
  /// the file ends with a whole line.
  void append_line(std::string_view line);

  /// Drops everything after the first `size` bytes of the text. Throws kOutput.
  void truncate(std::size_t size);

 private:
  void begin_frame();
  void rewrite(std::string_view text);

  std::filesystem::path path_;
  int descriptor_;
  std::unique_ptr<Compressor> compressor_;  ///< while a frame is being written
};

}  // namespace lmtune
