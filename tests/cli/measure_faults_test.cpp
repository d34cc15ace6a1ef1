// What goes wrong while `lmtune measure` runs costs at most the benchmark in flight.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <random>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include "support/measure_fixture.h"
#include "support/small_disk.h"

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

constexpr std::size_t kBenchmarks = 13;  // of kCase

void sleep_ms(int milliseconds) {
  std::this_thread::sleep_for(std::chrono::milliseconds(milliseconds));
}

std::vector<pid_t> children(pid_t parent) {
  std::istringstream list(slurp(fmt::format("/proc/{0}/task/{0}/children", parent)));
  std::vector<pid_t> found;
  for (pid_t child = 0; list >> child;) found.push_back(child);
  return found;
}

/// Whether a process is there and no zombie, which only its parent can end.
bool is_alive(pid_t process) {
  const std::string stat = slurp(fmt::format("/proc/{}/stat", process));
  return !stat.empty() && stat.find(") Z") == std::string::npos;
}

class MeasureFaults : public MeasureCommand {
 protected:
  /// The case with a macro that makes its launch n=64 go wrong.
  void plant(const std::string& macro) { write("sum.json", replaced(kCase, "-DFAULT=", macro)); }

  std::vector<std::string> command(std::vector<std::string> more = {}) const {
    std::vector<std::string> words{"measure", case_, "-o", output_, "--quick-protocol"};
    words.insert(words.end(), more.begin(), more.end());
    return words;
  }

  /// Of kCase, by asking a run that nothing disturbs.
  std::multiset<std::string> all_ids() {
    const std::string kept = std::exchange(output_, path("whole.jsonl").string());
    EXPECT_EQ(measure().exit_code, 0);
    const auto whole = ids("result");
    output_ = kept;
    return whole;
  }
};

TEST_F(MeasureFaults, KillsOfTheWholeRunLoseTheBenchmarksInFlight) {
  std::mt19937 random(1);
  const auto whole = all_ids();
  std::multiset<std::string> before;
  for (int i = 0; i < 20; ++i) {
    if (before.size() + 1 >= kBenchmarks) {
      std::filesystem::remove(output_);
      before.clear();
    }
    LmtuneProcess process(command());
    // Sometimes before the first line, sometimes within a few benchmarks.
    if (i % 4 != 0) wait_for_results(before.size() + 1);
    sleep_ms(static_cast<int>(random() % 50));
    const std::vector<pid_t> workers = children(process.pid());
    process.send(SIGKILL);
    process.wait();
    for (int tries = 0; tries < 500 && std::any_of(workers.begin(), workers.end(), is_alive);
         ++tries) {
      sleep_ms(10);
    }
    EXPECT_TRUE(std::none_of(workers.begin(), workers.end(), is_alive)) << "worker lives on";
    const auto now = ids("result");
    EXPECT_TRUE(std::includes(now.begin(), now.end(), before.begin(), before.end()));
    EXPECT_LE(in_flight(), 1u);
    before = now;
  }
  EXPECT_EQ(measure().exit_code, 0);
  EXPECT_EQ(ids("result"), whole);
}

TEST_F(MeasureFaults, KillsOfWorkersLoseNothing) {
  std::mt19937 random(2);
  LmtuneProcess process(slowly({"--jobs", "2"}));
  for (int i = 0; i < 6; ++i) {
    wait_for_results(static_cast<std::size_t>(i));
    sleep_ms(static_cast<int>(random() % 30));
    const std::vector<pid_t> workers = children(process.pid());
    if (!workers.empty()) ::kill(workers[random() % workers.size()], SIGKILL);
  }
  const ProcessResult result = process.wait();
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_TRUE(has(result.err, "13 of 13 benchmarks done")) << result.err;
  EXPECT_TRUE(has(result.err, "and were replaced")) << result.err;
  EXPECT_EQ(ids("result"), all_ids());
}

TEST_F(MeasureFaults, AKernelThatNeverEndsIsATimeout) {
  plant("-DHANGS\", \"-DFAULT=");
  const ProcessResult result = measure({"--benchmark-limit", "2"});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_TRUE(has(result.err, "12 correct, 1 timeout")) << result.err;
  EXPECT_TRUE(has(slurp(output_), "it took longer than 2 s, and its process was killed"));
  // It is not tried again.
  const auto started = ids("started");
  EXPECT_TRUE(has(measure().err, "(13 were there before)"));
  EXPECT_EQ(ids("started"), started);
}

TEST_F(MeasureFaults, AKernelThatCrashesTakesOnlyItsWorker) {
  plant("-DCRASHES\", \"-DFAULT=");
  const ProcessResult result = measure();
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_TRUE(has(result.err, "12 correct, 1 runtime")) << result.err;
  EXPECT_TRUE(has(slurp(output_), "its process died twice while measuring it: SIGSEGV"))
      << slurp(output_);
  EXPECT_EQ(ids("started").size(), 14u);
}

TEST_F(MeasureFaults, AFullDiskKeepsWhatFits) {
  const SmallDisk disk(path("disk"));
  if (!disk.mounted()) GTEST_SKIP() << "cannot mount a small disk: " << disk.problem();
  output_ = (disk.path() / "run.jsonl").string();
  EXPECT_EQ(measure({"--filter", "n=1"}).exit_code, 0);
  const auto before = ids("result");
  std::string rest(300'000, 'x');
  write("disk/rest", rest);  // all that is left
  ProcessResult result = measure();
  EXPECT_EQ(result.exit_code, 5) << result.err;
  EXPECT_TRUE(has(result.err, "No space left on device")) << result.err;
  const auto full = ids("result");
  EXPECT_TRUE(std::includes(full.begin(), full.end(), before.begin(), before.end()));
  EXPECT_LT(full.size(), kBenchmarks);
  std::filesystem::remove(disk.path() / "rest");
  result = measure();
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(ids("result"), all_ids());
}

TEST_F(MeasureFaults, AnInterruptEndsTheWorkersToo) {
  LmtuneProcess process(slowly({"--jobs", "2"}));
  wait_for_results(1);
  const std::vector<pid_t> workers = children(process.pid());
  EXPECT_FALSE(workers.empty());
  process.send(SIGTERM);
  EXPECT_EQ(process.wait().exit_code, 130);
  EXPECT_TRUE(std::none_of(workers.begin(), workers.end(), is_alive));
}

}  // namespace
}  // namespace lmtune
