// The promises that every seed family keeps, checked without a device.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "lmtune/base/file.h"
#include "lmtune/cases/expand.h"
#include "lmtune/io/case_json.h"
#include "support/seed_cases.h"

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

class SeedCases : public ::testing::TestWithParam<std::filesystem::path> {};

TEST_P(SeedCases, AreNamedAfterTheirFile) {
  const CaseFile file = read_case(GetParam());
  EXPECT_EQ(file.family, GetParam().parent_path().filename().string());
  EXPECT_EQ(file.name, file.family + "/" + GetParam().stem().string());
  EXPECT_FALSE(file.description.empty());
}

TEST_P(SeedCases, HaveThreeQuickLaunches) {
  EXPECT_EQ(expand_case(read_case(GetParam()), CaseSize::kQuick).size(), 3u);
}

TEST_P(SeedCases, FitABigGpu) {
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

TEST_P(SeedCases, HaveThreeStyles) {
  std::map<double, int> styles;
  for (const Benchmark& benchmark : expand_case(read_case(GetParam()), CaseSize::kAll)) {
    ++styles[benchmark.values.at("style")];
  }
  EXPECT_GE(styles.size(), 3u);
}

INSTANTIATE_TEST_SUITE_P(All, SeedCases, ::testing::ValuesIn(seed_cases()), seed_test_name);

struct Family {
  std::size_t cases = 0;
  std::size_t benchmarks = 0;
  std::uint64_t largest_bytes = 0;  ///< of all buffers of one benchmark
};

std::map<std::string, Family> seed_families() {
  std::map<std::string, Family> families;
  for (const std::filesystem::path& path : seed_cases()) {
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

TEST(SeedFamilies, AreThirteenAndLarge) {
  const std::map<std::string, Family> families = seed_families();
  EXPECT_EQ(families.size(), 13u);
  std::size_t all = 0;
  for (const auto& [name, family] : families) {
    EXPECT_GE(family.benchmarks, 40u) << name;
    all += family.benchmarks;
  }
  EXPECT_GE(all, 900u);
}

TEST(SeedFamilies, AreInTheTableOfTheReadme) {
  const std::string page = read_file(LMTUNE_SOURCE_DIR "/seeds/README.md");
  Family all;
  for (const auto& [name, family] : seed_families()) {
    all.cases += family.cases;
    all.benchmarks += family.benchmarks;
    const std::string row = fmt::format(
        "| [{0}]({0}/README.md) | {1} | {2} | {3:.0f} MiB |\n", name, family.cases,
        family.benchmarks, std::ceil(static_cast<double>(family.largest_bytes) / 1048576.0));
    EXPECT_NE(page.find(row), std::string::npos) << "seeds/README.md lacks: " << row;
  }
  const std::string row = fmt::format("| all | {} | {} | |\n", all.cases, all.benchmarks);
  EXPECT_NE(page.find(row), std::string::npos) << "seeds/README.md lacks: " << row;
}

}  // namespace
}  // namespace lmtune
