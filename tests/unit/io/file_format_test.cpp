#include "lmtune/io/file_format.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "lmtune/base/error.h"

namespace lmtune {
namespace {

class FileFormat : public ::testing::Test {
 protected:
  void TearDown() override { std::filesystem::remove(path_); }

  std::string of(const std::string& text) const {
    std::ofstream(path_) << text;
    return file_format(path_);
  }

  std::filesystem::path path_ = std::filesystem::temp_directory_path() /
                                (std::string("lmtune_file_format_") +
                                 ::testing::UnitTest::GetInstance()->current_test_info()->name());
};

TEST_F(FileFormat, FirstLineOfJsonLines) {
  EXPECT_EQ(of("{\"format\": \"lmtune-run\"}\n{\"torn"), "run");
}

TEST_F(FileFormat, WholeJsonFile) {
  EXPECT_EQ(of("{\n  \"format\": \"lmtune-case\",\n  \"name\": \"a\"\n}\n"), "case");
  EXPECT_EQ(of("{\r\n  \"format\": \"lmtune-case\"\r\n}"), "case");
}

TEST_F(FileFormat, WhatIsNoFileOfLmtune) {
  for (const char* text :
       {"", "\n\n", "[]", "{}", "text", "{\"format\": 1}", "{\"format\": \"t4\"}"}) {
    try {
      of(text);
      ADD_FAILURE() << text;
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::kInput) << text;
      EXPECT_EQ(error.where(), path_.string()) << text;
    }
  }
}

TEST_F(FileFormat, MissingFile) { EXPECT_THROW(file_format(path_), Error); }

}  // namespace
}  // namespace lmtune
