#include "lmtune/base/file.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>

#include "lmtune/base/error.h"

namespace lmtune {
namespace {

class FileTest : public testing::Test {
 protected:
  FileTest()
      : folder_(std::filesystem::temp_directory_path() /
                ("lmtune_file_test." + std::to_string(::getpid()))) {
    std::filesystem::create_directories(folder_);
  }
  ~FileTest() override { std::filesystem::remove_all(folder_); }

  std::size_t files_in_folder() const {
    return static_cast<std::size_t>(
        std::distance(std::filesystem::directory_iterator(folder_), {}));
  }

  std::filesystem::path folder_;
};

TEST_F(FileTest, WritesReplaceTheWholeFileAndLeaveNothingBeside) {
  write_file_atomically(folder_ / "a", "first, longer");
  write_file_atomically(folder_ / "a", "second");
  EXPECT_EQ(read_file(folder_ / "a"), "second");
  EXPECT_EQ(files_in_folder(), 1u);
}

TEST_F(FileTest, AnOutputThatCannotBeWrittenIsFoundOutBeforehand) {
  EXPECT_THROW(check_writable(folder_ / "missing" / "a"), Error);
  EXPECT_THROW(check_writable(folder_), Error);
  check_writable(folder_ / "a");
  EXPECT_EQ(files_in_folder(), 0u);
}

TEST_F(FileTest, ReadingWhatIsNoFileSaysSo) {
  EXPECT_THROW(read_file(folder_ / "missing"), Error);
  EXPECT_THROW(read_file(folder_), Error);
}

TEST_F(FileTest, AnAppendedLineIsThereAtOnce) {
  AppendFile file(folder_ / "log");
  file.append_line("one");
  EXPECT_EQ(read_file(folder_ / "log"), "one\n");
  file.append_line("two");
  EXPECT_EQ(read_file(folder_ / "log"), "one\ntwo\n");
}

TEST_F(FileTest, TruncatingDropsATornLine) {
  write_file_atomically(folder_ / "log", "one\ntor");
  AppendFile file(folder_ / "log");
  file.truncate(4);
  file.append_line("two");
  EXPECT_EQ(read_file(folder_ / "log"), "one\ntwo\n");
}

TEST_F(FileTest, ASecondWriterIsRefused) {
  AppendFile first(folder_ / "log");
  try {
    AppendFile second(folder_ / "log");
    FAIL() << "the second writer was let in";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::kOutput);
    EXPECT_NE(std::string(error.what()).find("another process"), std::string::npos);
  }
}

}  // namespace
}  // namespace lmtune
