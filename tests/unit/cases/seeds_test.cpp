// The promises that every seed family keeps, checked without a device.
#include <gtest/gtest.h>

#include <map>

#include "lmtune/cases/expand.h"
#include "lmtune/io/case_json.h"
#include "support/seed_cases.h"

namespace lmtune {
namespace {

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
    std::uint64_t bytes = 0;
    for (const Argument& argument : benchmark.launch.arguments) {
      if (const auto* buffer = std::get_if<BufferArgument>(&argument.value)) {
        bytes += buffer_bytes(*buffer);
      }
    }
    EXPECT_LE(bytes, std::uint64_t{2} << 30);
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

TEST(SeedFamilies, HaveAtLeastFortyBenchmarks) {
  std::map<std::string, std::size_t> counts;
  for (const std::filesystem::path& path : seed_cases()) {
    const CaseFile file = read_case(path);
    counts[file.family] += expand_case(file, CaseSize::kAll).size();
  }
  for (const auto& [family, count] : counts) {
    EXPECT_GE(count, 40u) << family;
    ::testing::Test::RecordProperty(family, static_cast<int>(count));
  }
}

}  // namespace
}  // namespace lmtune
