// A folder of a test's own, with a small valid case that each test breaks in one place.
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "lmtune/base/error.h"

namespace lmtune {

class CaseFixture : public ::testing::Test {
 protected:
  void SetUp() override {
    const std::string name = ::testing::UnitTest::GetInstance()->current_test_info()->name();
    folder_ = std::filesystem::temp_directory_path() /
              ("lmtune-" + name + "-" + std::to_string(::getpid()));
    std::filesystem::create_directories(folder_);
    write("copy.cl", "__kernel void copy(__global const float* a, __global float* b) {}\n");
  }

  void TearDown() override { std::filesystem::remove_all(folder_); }

  std::filesystem::path write(const std::string& name, const std::string& text) const {
    const std::filesystem::path path = folder_ / name;
    std::filesystem::create_directories(path.parent_path());
    std::ofstream(path, std::ios::binary) << text;
    return path;
  }

  /// A valid case with the first occurrence of `from` replaced by `to`.
  static std::string case_text(const std::string& from = "", const std::string& to = "") {
    std::string text = R"({
  "format": "lmtune-case", "format_version": 1,
  "name": "copy/a", "family": "copy", "description": "b = a",
  "kernel": {
    "file": "copy.cl", "options": ["-DTILE={tile * 2}"],
    "baseline": {"entry_point": "copy"},
    "cached": {"entry_point": "copy", "options": ["-DCACHE_A"]}
  },
  "target": "a",
  "let": {"bytes": "n * 4", "twice": "bytes * 2"},
  "require": ["n % bx == 0"],
  "launches": [
    {"name": "quick", "values": {"n": [64], "bx,tile": [[16, 4]]}},
    {"name": "full", "values": {"n": [64, 96, 100], "bx,tile": [[16, 4], [32, 8]]}}
  ],
  "global": ["n", 2], "local": ["bx", 1],
  "arguments": [
    {"name": "a", "buffer": "float", "count": "n * 2", "fill": {"low": -1, "high": "tile / 2"}},
    {"name": "b", "buffer": "float4", "count": "n", "access": "write"},
    {"name": "n", "scalar": "int", "value": "n"},
    {"name": "scratch", "local": "bytes"}
  ],
  "staging": {"regions": [{"runs": 1, "run_elements": "bx"}], "local_bytes": "bx * 4",
              "batched": "tile == 8"}
})";
    if (!from.empty()) {
      const std::size_t at = text.find(from);
      EXPECT_NE(at, std::string::npos) << from;
      text.replace(at, from.size(), to);
    }
    return text;
  }

  std::filesystem::path folder_;
};

/// The error that `action` throws; a test failure and an empty error if it throws none.
template <typename Action>
Error error_of(const Action& action) {
  try {
    action();
  } catch (const Error& error) {
    return error;
  }
  ADD_FAILURE() << "nothing was thrown";
  return Error(ErrorKind::kInternal, "", "");
}

}  // namespace lmtune
