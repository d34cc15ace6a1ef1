// The case files under seeds/, for tests that go through all of them.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

namespace lmtune {

/// seeds/<family>/<case>.json, in order.
inline std::vector<std::filesystem::path> seed_cases() {
  std::vector<std::filesystem::path> paths;
  for (const auto& entry :
       std::filesystem::recursive_directory_iterator(LMTUNE_SOURCE_DIR "/seeds")) {
    if (entry.path().extension() == ".json") paths.push_back(entry.path());
  }
  std::sort(paths.begin(), paths.end());
  return paths;
}

/// "matmul_a": the name of the tests for that case.
inline std::string seed_test_name(
    const ::testing::TestParamInfo<std::filesystem::path>& parameter) {
  const std::filesystem::path& path = parameter.param;
  return path.parent_path().filename().string() + "_" + path.stem().string();
}

}  // namespace lmtune
