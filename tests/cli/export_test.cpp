// `lmtune export`: run files as CSV and in the T4 format (whose schema tests/schemas checks).
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>

#include "lmtune/base/file.h"
#include "support/known_run.h"

namespace lmtune::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

class ExportCommand : public FolderTest {
 protected:
  void SetUp() override {
    std::vector<RunResult> results;
    for (const Benchmark& benchmark : known_benchmarks(path(""), "3")) {
      results.push_back(known_result(benchmark));
    }
    results[1].measurement.status = Status::kCompile;
    results[1].measurement.reason = "line 1: \"x\", not declared";
    write_run(path("run.jsonl"), known_device(), results);
    results_ = results;
  }

  ProcessResult export_as(const std::string& format, const std::vector<std::string>& more = {}) {
    std::vector<std::string> words{"export", path("run.jsonl"), "--format", format};
    words.insert(words.end(), more.begin(), more.end());
    return run_lmtune(words);
  }

  std::vector<RunResult> results_;
};

TEST_F(ExportCommand, CsvHasALineABenchmark) {
  const ProcessResult result = export_as("csv");
  ASSERT_EQ(result.exit_code, 0) << result.err;
  std::istringstream lines(result.out);
  std::string header, first, second;
  std::getline(lines, header);
  std::getline(lines, first);
  std::getline(lines, second);
  EXPECT_THAT(header, StartsWith("id,name,origin,family,target,device,status,reason,"));
  EXPECT_THAT(header, HasSubstr(",parameter_trips_inner"));
  EXPECT_THAT(first, StartsWith(results_[0].benchmark.id));
  EXPECT_THAT(second, HasSubstr(",compile,\"line 1: \"\"x\"\", not declared\","));
  EXPECT_EQ(std::count(result.out.begin(), result.out.end(), '\n'), 4);
}

TEST_F(ExportCommand, CsvTakesFeaturesOnDemand) {
  const ProcessResult result = export_as("csv", {"--features"});
  ASSERT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(result.out, HasSubstr(",feature_target_reuse"));
  EXPECT_EQ(export_as("t4", {"--features"}).exit_code, 2);
}

TEST_F(ExportCommand, T4HasBothVariantsOfEachBenchmark) {
  const ProcessResult result = export_as("t4");
  ASSERT_EQ(result.exit_code, 0) << result.err;
  std::size_t variants = 0;
  for (std::size_t at = 0; (at = result.out.find("\"configuration\"", at)) != std::string::npos;
       ++at) {
    ++variants;
  }
  EXPECT_EQ(variants, 6u);
  EXPECT_THAT(result.out, HasSubstr("\"invalidity\":\"compile\""));
}

TEST_F(ExportCommand, WritesCompressedFiles) {
  const std::string file = path("run.csv.zst");
  ASSERT_EQ(export_as("csv", {"-o", file}).exit_code, 0);
  EXPECT_EQ(read_file(file), export_as("csv").out);
}

TEST_F(ExportCommand, SaysWhatIsWrong) {
  EXPECT_EQ(export_as("xml").exit_code, 2);
  EXPECT_EQ(run_lmtune({"export", path("none.jsonl"), "--format", "csv"}).exit_code, 3);
  EXPECT_EQ(export_as("csv", {"-o", "/no/such/folder/x"}).exit_code, 5);
}

}  // namespace
}  // namespace lmtune::testing
