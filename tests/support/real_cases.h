// The case files under seeds/, for tests that go through all of them.
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

/// Which launches to check: the quick ones, or all with LMTUNE_SEED_LAUNCHES=all in the
/// environment.
inline CaseSize seed_launches() {
  const char* text = std::getenv("LMTUNE_SEED_LAUNCHES");
  const std::string wanted = text == nullptr ? "quick" : text;
  if (wanted == "quick") return CaseSize::kQuick;
  if (wanted == "all") return CaseSize::kAll;
  throw std::runtime_error("LMTUNE_SEED_LAUNCHES must be quick or all, not '" + wanted + "'");
}

}  // namespace lmtune
