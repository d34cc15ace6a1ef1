// `lmtune measure` as a user runs it, interrupts it and runs it again.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "support/measure_fixture.h"

namespace lmtune {
namespace {

using testing::has;
using testing::kCase;
using testing::LmtuneProcess;
using testing::MeasureCommand;
using testing::ProcessResult;
using testing::replaced;
using testing::run_lmtune;
using testing::slurp;

TEST_F(MeasureCommand, MeasuresACaseFile) {
  const ProcessResult result = measure();
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(result.out, "");
  EXPECT_TRUE(has(result.err, "13 of 13 benchmarks done")) << result.err;
  EXPECT_TRUE(has(result.err, "13 correct")) << result.err;
  EXPECT_TRUE(has(result.err, "median speedup")) << result.err;
  EXPECT_EQ(ids("result").size(), 13u);
}

TEST_F(MeasureCommand, TakesQuickLaunchesFoldersAndFilters) {
  ProcessResult result =
      run_lmtune({"measure", path("").string(), "-o", output_, "--quick", "--quick-protocol"});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(ids("result").size(), 1u);
  result = measure({"--filter", "n=1"});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_TRUE(has(result.err, "7 of 7 benchmarks done")) << result.err;
  EXPECT_TRUE(has(result.err, "(1 were there before)")) << result.err;
}

TEST_F(MeasureCommand, SharesTheWorkAmongDevices) {
  const testing::Environment two_devices{{"POCL_DEVICES", "pthread pthread"}};
  // At once they can only measure with a worker each.
  const ProcessResult result = run_lmtune({"measure", case_, "-o", output_, "--quick-protocol",
                                           "--device", "all:pthread", "--jobs", "2"},
                                          two_devices);
  ASSERT_EQ(result.exit_code, 0) << result.err;
  EXPECT_TRUE(has(result.err, "13 of 13 benchmarks done")) << result.err;
  EXPECT_EQ(ids("result").size(), 13u);
  EXPECT_TRUE(has(slurp(output_), "\"result\":{\"device\":{\"index\":"));
}

TEST_F(MeasureCommand, PrintsJsonAndNothingElse) {
  const ProcessResult result = measure({"--quick", "--json"});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(result.err, "");
  EXPECT_TRUE(result.out.starts_with("{\n  \"format\": \"lmtune-run-summary\"")) << result.out;
  EXPECT_TRUE(has(result.out, "\"correct\": 1")) << result.out;
}

TEST_F(MeasureCommand, RecordsFailuresAndGoesOn) {
  write("bad.json", replaced(replaced(kCase, "sum/a", "bad/a"), "-DFAULT=", "-DFAULT=+oops"));
  const ProcessResult result = run_lmtune(
      {"measure", path("bad.json").string(), case_, "-o", output_, "--quick", "--quick-protocol"});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_TRUE(has(result.err, "1 correct, 1 compile")) << result.err;
  EXPECT_TRUE(has(slurp(output_), "undeclared identifier 'oops'")) << slurp(output_);
}

TEST_F(MeasureCommand, GoesOnAfterAKill) {
  {
    LmtuneProcess process(slowly());
    wait_for_results(3);
    process.send(SIGKILL);
    EXPECT_EQ(process.wait().exit_code, 128 + SIGKILL);
  }
  const auto before = ids("result");
  ASSERT_LT(before.size(), 13u);
  const ProcessResult result = run_lmtune(slowly());
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_TRUE(has(result.err, "13 of 13 benchmarks done")) << result.err;

  const auto after = ids("result");
  EXPECT_TRUE(std::includes(after.begin(), after.end(), before.begin(), before.end()));
  output_ = path("whole.jsonl").string();
  EXPECT_EQ(measure().exit_code, 0);
  EXPECT_EQ(after, ids("result"));
}

TEST_F(MeasureCommand, AnInterruptKeepsWhatIsMeasured) {
  LmtuneProcess process(slowly());
  wait_for_results(1);
  process.send(SIGINT);
  const ProcessResult result = process.wait();
  EXPECT_EQ(result.exit_code, 130) << result.err;
  EXPECT_TRUE(has(result.err, "interrupted: the same command goes on")) << result.err;
  EXPECT_EQ(ids("result"), ids("started"));
}

// As `timeout` and job schedulers send it.
TEST_F(MeasureCommand, TheSameSignalTwiceAtOnceIsOneInterrupt) {
  LmtuneProcess process(slowly());
  wait_for_results(1);
  process.send(SIGTERM);
  process.send(SIGTERM);
  const ProcessResult result = process.wait();
  EXPECT_EQ(result.exit_code, 130) << result.err;
  EXPECT_EQ(ids("result"), ids("started"));
}

TEST_F(MeasureCommand, ListsTheNamesAndMeasuresNothing) {
  ProcessResult result = run_lmtune({"measure", case_, "--list", "--filter", "=19"});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(result.out, "sum/a[n=192]\n");
  result = run_lmtune({"measure", case_, "--list"});
  EXPECT_EQ(std::count(result.out.begin(), result.out.end(), '\n'), 13);
  EXPECT_EQ(run_lmtune({"measure", case_, "--list", "-o", output_}).exit_code, 2);
  EXPECT_FALSE(std::filesystem::exists(output_));
  result = run_lmtune({"measure", case_});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_TRUE(has(result.err, "-o run.jsonl")) << result.err;
}

TEST_F(MeasureCommand, RefusesASecondWriter) {
  LmtuneProcess process(slowly());
  wait_for_results(1);
  const ProcessResult result = run_lmtune(slowly());
  EXPECT_EQ(result.exit_code, 5);
  EXPECT_TRUE(has(result.err, "another process is writing to it")) << result.err;
}

TEST_F(MeasureCommand, FindsBadOutputsBeforeAnyWork) {
  output_ = path("missing/run.jsonl").string();
  EXPECT_EQ(measure().exit_code, 5);
  output_ = write("notes.txt", "mine\n");
  EXPECT_EQ(measure().exit_code, 3);
  EXPECT_EQ(slurp(output_), "mine\n");
}

TEST_F(MeasureCommand, SaysWhatIsWrongWithItsArguments) {
  ProcessResult result = measure({"--device", "no such device"});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_TRUE(has(result.err, "no device is named 'no such device'")) << result.err;
  EXPECT_TRUE(has(result.err, "the devices are:")) << result.err;
  EXPECT_FALSE(std::filesystem::exists(output_));

  result = measure({"--filter", "nothing"});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_TRUE(has(result.err, "'nothing'")) << result.err;
  case_ = path("missing.json").string();
  result = measure();
  EXPECT_EQ(result.exit_code, 3);
  EXPECT_TRUE(has(result.err, "missing.json")) << result.err;
  EXPECT_EQ(run_lmtune({"measure", case_}).exit_code, 2);
}

TEST(MeasureCommandAlone, HasHelpWithAnExample) {
  const ProcessResult result = run_lmtune({"measure", "--help"});
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_TRUE(has(result.out, "Example:\n  lmtune measure ")) << result.out;
}

}  // namespace
}  // namespace lmtune
