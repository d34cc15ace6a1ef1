// The case files of the real benchmarks, for tests that go through all of them.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <vector>

#include "lmtune/cases/expand.h"

namespace lmtune {

/// DIRECTORY/<family>/<case>.json of the source tree, in order.
inline std::vector<std::filesystem::path> cases_in(const std::string& directory) {
  std::vector<std::filesystem::path> paths;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(
           std::filesystem::path(LMTUNE_SOURCE_DIR) / directory)) {
    if (entry.path().extension() == ".json") paths.push_back(entry.path());
  }
  std::sort(paths.begin(), paths.end());
  return paths;
}

/// The seed set, and the real benchmarks that generation does not look at.
inline std::vector<std::filesystem::path> real_cases() {
  std::vector<std::filesystem::path> paths = cases_in("seeds");
  const std::vector<std::filesystem::path> others = cases_in("real");
  paths.insert(paths.end(), others.begin(), others.end());
  return paths;
}

/// "matmul_a": the name of the tests for that case.
inline std::string real_test_name(
    const ::testing::TestParamInfo<std::filesystem::path>& parameter) {
  const std::filesystem::path& path = parameter.param;
  return path.parent_path().filename().string() + "_" + path.stem().string();
}

/// Which launches to check: the quick ones, or all with LMTUNE_REAL_LAUNCHES=all in the
/// environment.
inline CaseSize real_launches() {
  const char* text = std::getenv("LMTUNE_REAL_LAUNCHES");
  const std::string wanted = text == nullptr ? "quick" : text;
  if (wanted == "quick") return CaseSize::kQuick;
  if (wanted == "all") return CaseSize::kAll;
  throw std::runtime_error("LMTUNE_REAL_LAUNCHES must be quick or all, not '" + wanted + "'");
}

}  // namespace lmtune
