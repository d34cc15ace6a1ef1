// `lmtune merge`: run files joined, the better measurement kept, unlike runs refused.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "lmtune/base/file.h"
#include "support/known_run.h"

namespace lmtune::testing {
namespace {

using ::testing::HasSubstr;

class MergeCommand : public FolderTest {
 protected:
  void SetUp() override { benchmarks_ = known_benchmarks(path(""), "6"); }

  std::string run_of(const std::string& name, const std::vector<RunResult>& results,
                     const DeviceInfo& device = known_device()) {
    write_run(path(name), device, results);
    return path(name);
  }

  RunResult result(std::size_t i) const { return known_result(benchmarks_.at(i)); }

  ProcessResult merge(const std::vector<std::string>& runs,
                      const std::vector<std::string>& more = {}) {
    std::vector<std::string> words{"merge", "-o", path("all.jsonl")};
    words.insert(words.end(), runs.begin(), runs.end());
    words.insert(words.end(), more.begin(), more.end());
    return run_lmtune(words);
  }

  lmtune::Run merged() const { return read_run(path("all.jsonl"), TornLine::kReject); }

  std::vector<Benchmark> benchmarks_;
};

TEST_F(MergeCommand, JoinsWhatShardsMeasured) {
  const ProcessResult done = merge({run_of("a.jsonl", {result(0), result(1)}),
                                    run_of("b.jsonl", {result(2), result(3), result(4)})});
  ASSERT_EQ(done.exit_code, 0) << done.err;
  EXPECT_THAT(done.err, HasSubstr("5 benchmarks, 5 correct"));
  const lmtune::Run run = merged();
  ASSERT_EQ(run.results.size(), 5u);
  EXPECT_EQ(run.source_hashes.size(), 1u);
  EXPECT_EQ(run.results[4].measurement, result(4).measurement);
}

TEST_F(MergeCommand, KeepsTheBetterOfTwoMeasurements) {
  RunResult wide = result(0), narrow = result(0), failed = result(1), fine = result(1);
  wide.measurement.speedup_high = wide.measurement.speedup * 2.0;
  failed.measurement.status = Status::kRuntime;
  failed.measurement.reason = "the launch failed";
  ASSERT_EQ(merge({run_of("a.jsonl", {wide, fine}), run_of("b.jsonl", {narrow, failed})}).exit_code,
            0);
  const lmtune::Run run = merged();
  ASSERT_EQ(run.results.size(), 2u);
  for (const RunResult& kept : run.results) {
    EXPECT_EQ(kept.measurement.status, Status::kCorrect);
    EXPECT_LT(kept.measurement.speedup_high, kept.measurement.speedup * 1.1);
  }
}

TEST_F(MergeCommand, RefusesToMixDevicesUnlessTold) {
  DeviceInfo other = known_device();
  other.driver_version = "2.0";
  const std::vector<std::string> runs{run_of("a.jsonl", {result(0)}),
                                      run_of("b.jsonl", {result(1)}, other)};
  const ProcessResult refused = merge(runs);
  EXPECT_EQ(refused.exit_code, 3);
  EXPECT_THAT(refused.err, HasSubstr("the driver differs: '2.0', but '1.0'"));
  EXPECT_FALSE(std::filesystem::exists(path("all.jsonl")));
  const ProcessResult allowed = merge(runs, {"--allow-mixed"});
  EXPECT_EQ(allowed.exit_code, 0);
  EXPECT_THAT(allowed.err, HasSubstr("warning"));
  EXPECT_EQ(merged().results.size(), 2u);
}

TEST_F(MergeCommand, MayWriteOverWhatItReads) {
  const std::string run = run_of("all.jsonl", {result(0), result(1)});
  ASSERT_EQ(merge({run, run}).exit_code, 0);
  EXPECT_EQ(merged().results.size(), 2u);
}

TEST_F(MergeCommand, KeepsStartsWithoutAResultAndDropsTornLines) {
  const std::string run = run_of("a.jsonl", {result(0)});
  std::ofstream(run, std::ios::app) << format_run_started(benchmarks_[1].id) << "\n{\"result\": {";
  const ProcessResult done = merge({run});
  ASSERT_EQ(done.exit_code, 0) << done.err;
  EXPECT_THAT(done.err, HasSubstr("incomplete"));
  EXPECT_EQ(merged().started.at(benchmarks_[1].id), 1u);
}

TEST_F(MergeCommand, CompressesAndReadsCompressed) {
  const std::string small = path("small.jsonl.zst");
  ASSERT_EQ(run_lmtune({"merge", run_of("a.jsonl", {result(0), result(1)}), "-o", small}).exit_code,
            0);
  EXPECT_EQ(slurp(small).substr(0, 4), "\x28\xb5\x2f\xfd");
  ASSERT_EQ(merge({small}).exit_code, 0);
  EXPECT_EQ(read_file(path("all.jsonl")), read_file(small));
}

TEST_F(MergeCommand, SaysWhatIsWrong) {
  EXPECT_EQ(merge({path("missing.jsonl")}).exit_code, 3);
  EXPECT_EQ(merge({write("text.jsonl", "hello\n")}).exit_code, 3);
  EXPECT_EQ(run_lmtune({"merge"}).exit_code, 2);
  EXPECT_EQ(
      run_lmtune({"merge", run_of("a.jsonl", {result(0)}), "-o", "/no/such/folder/x"}).exit_code,
      5);
}

}  // namespace
}  // namespace lmtune::testing
