// lmtune features, as a user runs it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "lmtune/core/feature_vector.h"
#include "support/known_run.h"

namespace lmtune {
namespace {

using ::testing::HasSubstr;
using testing::ProcessResult;
using testing::run_lmtune;
using ::testing::StartsWith;

class FeaturesCommand : public testing::FolderTest {
 protected:
  void SetUp() override {
    benchmarks_ = testing::known_benchmarks(path(""), "6");
    std::vector<RunResult> results;
    for (const Benchmark& benchmark : benchmarks_) {
      results.push_back(testing::known_result(benchmark));
    }
    testing::write_run(path("run.jsonl"), testing::known_device(), results);
  }
  std::vector<Benchmark> benchmarks_;
};

TEST_F(FeaturesCommand, CsvHasAColumnAFeatureAndALineABenchmark) {
  const ProcessResult result = run_lmtune({"features", path("run.jsonl"), "--format", "csv"});
  ASSERT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(std::count(result.out.begin(), result.out.end(), '\n'), 7);
  EXPECT_THAT(result.out, StartsWith("benchmark_id,benchmark_name,target,target_loads_per_item,"));
  const std::string header = result.out.substr(0, result.out.find('\n'));
  EXPECT_EQ(std::count(header.begin(), header.end(), ','), kFeatureCount + 2);
  for (const Benchmark& benchmark : benchmarks_) {
    EXPECT_THAT(result.out, HasSubstr("\n" + benchmark.id + ","));
  }
}

TEST_F(FeaturesCommand, ACampaignForTheDeviceOfARunEqualsThatRun) {
  const ProcessResult run = run_lmtune({"features", path("run.jsonl"), "--format", "csv"});
  const ProcessResult campaign = run_lmtune(
      {"features", path("campaign.jsonl"), "--device-like", path("run.jsonl"), "--format", "csv"});
  EXPECT_EQ(campaign.exit_code, 0) << campaign.err;
  EXPECT_EQ(campaign.out, run.out);
}

TEST_F(FeaturesCommand, JsonNamesTheDevice) {
  const ProcessResult result = run_lmtune({"features", path("run.jsonl"), "--json"});
  ASSERT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(result.out, StartsWith("{\n  \"format\": \"lmtune-features\""));
  EXPECT_THAT(result.out, HasSubstr("\"name\": \"Test GPU\""));
  EXPECT_THAT(result.out, HasSubstr("\"target_reuse\": "));
}

TEST_F(FeaturesCommand, TableHasUnits) {
  const ProcessResult result = run_lmtune({"features", path("run.jsonl")});
  ASSERT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(result.out, StartsWith("on Test GPU (Test platform)\n"));
  EXPECT_THAT(result.out, HasSubstr("work-items\n"));
}

TEST_F(FeaturesCommand, FilterTakesPartOfAName) {
  const std::string name = benchmarks_[3].name;
  const auto of_that_name = std::count_if(benchmarks_.begin(), benchmarks_.end(),
                                          [&](const Benchmark& one) { return one.name == name; });
  ASSERT_LT(of_that_name, 6);
  const ProcessResult some =
      run_lmtune({"features", path("run.jsonl"), "--format", "csv", "--filter", name});
  EXPECT_EQ(std::count(some.out.begin(), some.out.end(), '\n'), 1 + of_that_name);
  const ProcessResult none =
      run_lmtune({"features", path("run.jsonl"), "--filter", "no such name"});
  EXPECT_EQ(none.exit_code, 2);
  EXPECT_THAT(none.err, HasSubstr("none of the 6 benchmarks"));
}

TEST_F(FeaturesCommand, BadInputs) {
  const auto error_of = [](const std::string& file) {
    const ProcessResult result = run_lmtune({"features", file});
    EXPECT_EQ(result.exit_code, 3) << file;
    EXPECT_EQ(result.out, "") << file;
    return result.err;
  };
  EXPECT_THAT(error_of(path("none.json")), HasSubstr("no such file"));
  EXPECT_THAT(error_of(write("empty.json", "")), HasSubstr("is empty"));
  EXPECT_THAT(error_of(write("text.json", "hello")), HasSubstr("is not valid JSON"));
  EXPECT_THAT(error_of(write("list.json", "[1]")), HasSubstr("is no lmtune file"));
  EXPECT_THAT(error_of(write("model.json", R"({"format": "lmtune-model"})")),
              HasSubstr("known here: lmtune-campaign, lmtune-case and lmtune-run"));
  std::filesystem::create_directory(path("folder"));
  EXPECT_THAT(error_of(path("folder")), HasSubstr("holds no case file"));
}

TEST_F(FeaturesCommand, NoInputIsAMistake) { EXPECT_EQ(run_lmtune({"features"}).exit_code, 2); }

TEST(FeaturesList, IsWhatTheDocumentationHolds) {
  const ProcessResult result = run_lmtune({"features", "--list"});
  ASSERT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(result.out, HasSubstr("| `target_reuse` |"));
  EXPECT_THAT(testing::slurp(LMTUNE_SOURCE_DIR "/docs/features.md"), HasSubstr(result.out))
      << "append the output of lmtune features --list to the introduction of docs/features.md";
}

}  // namespace
}  // namespace lmtune
