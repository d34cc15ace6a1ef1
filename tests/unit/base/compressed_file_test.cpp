// Files whose name ends in .zst: written, read, torn, damaged and gone on with.
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "lmtune/base/error.h"
#include "lmtune/base/file.h"
#include "lmtune/base/line_reader.h"
#include "support/small_disk.h"

namespace lmtune {
namespace {

class CompressedFileTest : public testing::Test {
 protected:
  CompressedFileTest()
      : folder_(std::filesystem::temp_directory_path() /
                ("lmtune_compressed_file_test." + std::to_string(::getpid()))),
        path_(folder_ / "log.zst") {
    std::filesystem::create_directories(folder_);
  }
  ~CompressedFileTest() override { std::filesystem::remove_all(folder_); }

  static std::string raw_bytes(const std::filesystem::path& path) {
    std::ifstream stream(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
  }
  void put_raw_bytes(const std::string& bytes) const {
    std::ofstream(path_, std::ios::binary) << bytes;
  }

  /// Writes `lines` in a process that is killed after the last one, as by a full machine.
  void append_and_die(const std::vector<std::string>& lines) const {
    const pid_t child = ::fork();
    if (child == 0) {
      AppendFile file(path_);
      for (const std::string& line : lines) file.append_line(line);
      ::raise(SIGKILL);
    }
    int status = 0;
    ASSERT_EQ(::waitpid(child, &status, 0), child);
    ASSERT_TRUE(WIFSIGNALED(status));
  }

  std::string error_of_reading() const {
    try {
      read_file(path_);
    } catch (const Error& error) {
      return error.what();
    }
    return "";
  }

  std::size_t files_in_folder() const {
    return static_cast<std::size_t>(
        std::distance(std::filesystem::directory_iterator(folder_), {}));
  }

  std::filesystem::path folder_;
  std::filesystem::path path_;
};

/// Text that is no use to a compressor, so that files of any size can be had.
std::string noise(std::size_t bytes, std::uint32_t seed = 1) {
  std::string text;
  std::uint32_t state = seed;
  while (text.size() < bytes) {
    state = state * 1664525 + 1013904223;
    text += static_cast<char>(' ' + (state >> 25) % 90);
  }
  return text;
}

std::string first_lines(const std::string& text, std::size_t count) {
  std::size_t end = 0;
  while (count-- > 0) end = text.find('\n', end) + 1;
  return text.substr(0, end);
}

TEST_F(CompressedFileTest, AWholeFileIsCompressedAndReadBack) {
  const std::string text(100'000, 'x');
  write_file_atomically(path_, text);
  EXPECT_LT(std::filesystem::file_size(path_), 1000u);
  EXPECT_EQ(read_file(path_), text);
  write_file_atomically(path_, "");
  EXPECT_EQ(read_file(path_), "");
  EXPECT_EQ(files_in_folder(), 1u);
}

TEST_F(CompressedFileTest, TheZstdProgramReadsIt) {
  if (std::system("zstd --version >/dev/null 2>&1") != 0) GTEST_SKIP() << "no zstd program here";
  AppendFile(path_).append_line("one");
  AppendFile(path_).append_line("two");
  const std::string plain = folder_ / "plain";
  ASSERT_EQ(std::system(("zstd -q -d '" + path_.string() + "' -o '" + plain + "'").c_str()), 0);
  EXPECT_EQ(read_file(plain), "one\ntwo\n");
}

TEST_F(CompressedFileTest, AnAppendedLineIsThereAtOnce) {
  AppendFile file(path_);
  EXPECT_EQ(read_file(path_), "");
  file.append_line("one");
  EXPECT_EQ(read_growing_file(path_).text, "one\n");
  EXPECT_TRUE(read_growing_file(path_).cut_off);
  EXPECT_NE(error_of_reading().find("log.zst: is cut off"), std::string::npos)
      << error_of_reading();
}

TEST_F(CompressedFileTest, ClosingEndsTheFrame) {
  AppendFile(path_).append_line("one");
  EXPECT_EQ(read_file(path_), "one\n");
  AppendFile(path_).append_line("two");
  EXPECT_EQ(read_file(path_), "one\ntwo\n");
}

TEST_F(CompressedFileTest, OpeningChangesNothing) {
  append_and_die({"one"});
  const std::string before = raw_bytes(path_);
  { AppendFile file(path_); }
  EXPECT_EQ(raw_bytes(path_), before);
}

TEST_F(CompressedFileTest, AKilledWritersLinesAreAllThereAndAreGoneOnWith) {
  append_and_die({"one", "two"});
  EXPECT_EQ(read_growing_file(path_).text, "one\ntwo\n");
  append_and_die({"three"});
  EXPECT_EQ(read_growing_file(path_).text, "one\ntwo\nthree\n");
  AppendFile(path_).append_line("four");
  EXPECT_EQ(read_file(path_), "one\ntwo\nthree\nfour\n");
  EXPECT_EQ(files_in_folder(), 1u);
}

TEST_F(CompressedFileTest, TornAnywhereItGivesTheWholeLinesBeforeAndCanBeGoneOnWith) {
  std::vector<std::size_t> ends{0};  // of the file after each line
  std::string text;
  {
    AppendFile file(path_);
    for (const std::string line : {"first", "second, longer", "third", "and the last one"}) {
      file.append_line(line);
      text += line + '\n';
      ends.push_back(std::filesystem::file_size(path_));
    }
  }
  const std::string whole = raw_bytes(path_);
  for (std::size_t size = 0; size < whole.size(); ++size) {
    SCOPED_TRACE(size);
    put_raw_bytes(whole.substr(0, size));
    const FileText torn = read_growing_file(path_);
    EXPECT_EQ(torn.cut_off, size > 0);
    std::size_t lines = 0;
    while (lines + 1 < ends.size() && ends[lines + 1] <= size) ++lines;
    const std::string expected = first_lines(text, lines);
    EXPECT_TRUE(torn.text.starts_with(expected)) << torn.text;
    EXPECT_EQ(torn.text, text.substr(0, torn.text.size()));

    AppendFile(path_).append_line("more");
    EXPECT_EQ(read_file(path_), expected + "more\n");
  }
}

TEST_F(CompressedFileTest, DamageIsAnErrorWithTheFilesName) {
  write_file_atomically(path_, noise(5000));
  const std::string whole = raw_bytes(path_);
  for (const std::size_t at : {std::size_t{0}, whole.size() / 2, whole.size() - 1}) {
    std::string damaged = whole;
    damaged[at] = static_cast<char>(damaged[at] ^ 0x10);
    put_raw_bytes(damaged);
    EXPECT_NE(error_of_reading().find("log.zst: is damaged"), std::string::npos)
        << at << ": " << error_of_reading();
    EXPECT_THROW(AppendFile(path_).append_line("x"), Error);
    EXPECT_EQ(raw_bytes(path_), damaged);
  }
}

TEST_F(CompressedFileTest, PlainTextUnderThatNameIsRefused) {
  put_raw_bytes("one\n");
  EXPECT_NE(error_of_reading().find("no .zst file"), std::string::npos) << error_of_reading();
}

TEST_F(CompressedFileTest, TruncatingDropsTheEndOfTheText) {
  AppendFile(path_).append_line("one");
  {
    AppendFile file(path_);
    file.append_line("tor");
    file.truncate(4);
    file.append_line("two");
  }
  EXPECT_EQ(read_file(path_), "one\ntwo\n");
}

TEST_F(CompressedFileTest, ASecondWriterIsRefusedBeforeDuringAndAfterARewrite) {
  append_and_die({"one"});
  AppendFile first(path_);
  EXPECT_THROW(AppendFile second(path_), Error);
  first.append_line("two");  // writes the file anew
  EXPECT_THROW(AppendFile second(path_), Error);
  first.append_line("three");
  EXPECT_EQ(read_growing_file(path_).text, "one\ntwo\nthree\n");
}

TEST_F(CompressedFileTest, AtomicPiecesMakeOneFile) {
  write_file_atomically(path_, "old");
  {
    AtomicFile file(path_);
    file.append("given up");
  }
  EXPECT_EQ(read_file(path_), "old");
  AtomicFile file(path_);
  for (int i = 0; i < 1000; ++i) file.append("line\n");
  EXPECT_EQ(read_file(path_), "old");
  file.commit();
  EXPECT_EQ(read_file(path_).size(), 5000u);
  EXPECT_EQ(files_in_folder(), 1u);
}

TEST_F(CompressedFileTest, AFullDiskKeepsTheLinesBefore) {
  const SmallDisk disk(folder_ / "disk");
  if (!disk.mounted()) GTEST_SKIP() << "cannot mount a small disk: " << disk.problem();
  for (const char* name : {"log", "log.zst"}) {
    const std::filesystem::path path = disk.path() / name;
    std::string kept;
    AppendFile file(path);
    try {
      for (std::uint32_t i = 0; i < 1000; ++i) {
        const std::string line = noise(10'000, i);
        file.append_line(line);
        kept += line + '\n';
      }
      FAIL() << "the disk never was full";
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::kOutput);
      EXPECT_NE(std::string(error.what()).find("No space left"), std::string::npos) << error.what();
    }
    EXPECT_EQ(read_growing_file(path).text, kept);
    EXPECT_THROW(write_file_atomically(disk.path() / "other.zst", noise(3'000'000)), Error);
    EXPECT_FALSE(std::filesystem::exists(disk.path() / "other.zst"));
    std::filesystem::remove(path);
  }
}

TEST_F(CompressedFileTest, LinesAreReadOneByOne) {
  for (const char* name : {"plain", "packed.zst"}) {
    const std::filesystem::path path = folder_ / name;
    const std::string big = noise(600'000);
    write_file_atomically(path, "one\n\n" + big + "\nrest");
    LineReader reader(path);
    EXPECT_EQ(reader.next(), "one");
    EXPECT_EQ(reader.next(), "");
    EXPECT_EQ(reader.next(), big);
    EXPECT_EQ(reader.where(), path.string() + ":3");
    EXPECT_EQ(reader.next(), std::nullopt);
    EXPECT_EQ(reader.rest(), "rest");
    EXPECT_TRUE(reader.torn());
    write_file_atomically(path, "one\n");
    LineReader whole(path);
    EXPECT_EQ(whole.next(), "one");
    EXPECT_EQ(whole.next(), std::nullopt);
    EXPECT_FALSE(whole.torn());
  }
}

TEST_F(CompressedFileTest, ALineReaderTellsAFileWithoutAnEnd) {
  append_and_die({"one"});
  LineReader reader(path_);
  EXPECT_EQ(reader.next(), "one");
  EXPECT_EQ(reader.next(), std::nullopt);
  EXPECT_EQ(reader.rest(), "");
  EXPECT_TRUE(reader.torn());
}

}  // namespace
}  // namespace lmtune
