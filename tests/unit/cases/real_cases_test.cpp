// The promises that every real family keeps, checked without a device.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "lmtune/base/file.h"
#include "lmtune/cases/expand.h"
#include "lmtune/io/case_json.h"
#include "support/real_cases.h"

namespace lmtune {
namespace {

std::uint64_t bytes_of_buffers(const Benchmark& benchmark) {
  std::uint64_t bytes = 0;
  for (const Argument& argument : benchmark.launch.arguments) {
    const auto* buffer = std::get_if<BufferArgument>(&argument.value);
    if (buffer != nullptr) bytes += buffer_bytes(*buffer);
  }
  return bytes;
}

class RealCases : public ::testing::TestWithParam<std::filesystem::path> {};

TEST_P(RealCases, AreNamedAfterTheirFile) {
  const CaseFile file = read_case(GetParam());
  EXPECT_EQ(file.family, GetParam().parent_path().filename().string());
  EXPECT_EQ(file.name, file.family + "/" + GetParam().stem().string());
  EXPECT_FALSE(file.description.empty());
}

TEST_P(RealCases, HaveThreeQuickLaunches) {
  EXPECT_EQ(expand_case(read_case(GetParam()), CaseSize::kQuick).size(), 3u);
}

TEST_P(RealCases, FitABigGpu) {
  for (const Benchmark& benchmark : expand_case(read_case(GetParam()), CaseSize::kAll)) {
    SCOPED_TRACE(benchmark.name);
    EXPECT_TRUE(benchmark.spec.cached);
    ASSERT_TRUE(benchmark.plan);
    EXPECT_LE(benchmark.plan->local_bytes, 48u * 1024u);
    EXPECT_LE(group_items(benchmark.launch), 1024u);
    EXPECT_LE(bytes_of_buffers(benchmark), std::uint64_t{2} << 30);
    EXPECT_LE(staged_elements(*benchmark.plan), target_buffer(benchmark).count);
  }
}

TEST_P(RealCases, HaveThreeStyles) {
  std::map<double, int> styles;
  for (const Benchmark& benchmark : expand_case(read_case(GetParam()), CaseSize::kAll)) {
    ++styles[benchmark.values.at("style")];
  }
  EXPECT_GE(styles.size(), 3u);
}

INSTANTIATE_TEST_SUITE_P(All, RealCases, ::testing::ValuesIn(real_cases()), real_test_name);

struct Family {
  std::size_t cases = 0;
  std::size_t benchmarks = 0;
  std::uint64_t largest_bytes = 0;  ///< of all buffers of one benchmark
};

std::map<std::string, Family> families_in(const std::string& directory) {
  std::map<std::string, Family> families;
  for (const std::filesystem::path& path : cases_in(directory)) {
    const CaseFile file = read_case(path);
    Family& family = families[file.family];
    ++family.cases;
    for (const Benchmark& benchmark : expand_case(file, CaseSize::kAll)) {
      ++family.benchmarks;
      family.largest_bytes = std::max(family.largest_bytes, bytes_of_buffers(benchmark));
    }
  }
  return families;
}

TEST(SeedFamilies, AreThirteen) { EXPECT_EQ(families_in("seeds").size(), 13u); }

class RealFamilies : public ::testing::TestWithParam<std::string> {};

TEST_P(RealFamilies, AreLarge) {
  for (const auto& [name, family] : families_in(GetParam())) {
    EXPECT_GE(family.benchmarks, 40u) << name;
  }
}

TEST_P(RealFamilies, AreInTheTableOfTheReadme) {
  const std::string readme = GetParam() + "/README.md";
  const std::string page =
      read_file(std::filesystem::path(LMTUNE_SOURCE_DIR) / GetParam() / "README.md");
  Family all;
  for (const auto& [name, family] : families_in(GetParam())) {
    all.cases += family.cases;
    all.benchmarks += family.benchmarks;
    const std::string row = fmt::format(
        "| [{0}]({0}/README.md) | {1} | {2} | {3:.0f} MiB |\n", name, family.cases,
        family.benchmarks, std::ceil(static_cast<double>(family.largest_bytes) / 1048576.0));
    EXPECT_NE(page.find(row), std::string::npos) << readme << " lacks: " << row;
  }
  const std::string row = fmt::format("| all | {} | {} | |\n", all.cases, all.benchmarks);
  EXPECT_NE(page.find(row), std::string::npos) << readme << " lacks: " << row;
}

INSTANTIATE_TEST_SUITE_P(All, RealFamilies, ::testing::Values("seeds", "real"),
                         [](const auto& parameter) { return parameter.param; });

}  // namespace
}  // namespace lmtune
