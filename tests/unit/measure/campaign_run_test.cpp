// The journal and the coordinator: whatever interrupts a run, the next one goes on and ends with
// the same results.
#include "lmtune/measure/campaign_run.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "lmtune/base/error.h"
#include "lmtune/base/file.h"
#include "lmtune/io/run_file.h"
#include "support/fake_executor.h"
#include "support/fake_workers.h"
#include "support/run_lmtune.h"

namespace lmtune {
namespace {

using testing::fake_benchmark;
using testing::FakeExecutor;
using testing::FakeWorkers;

/// As SIGKILL ends the whole run.
struct Killed {};

class CampaignRunTest : public testing::FolderTest {
 protected:
  CampaignRunTest() {
    for (const char* name : {"a", "b", "c", "d"}) benchmarks_.push_back(fake_benchmark(name));
    options_.control_share = options_.repeat_share = 0.0;
  }

  RunSummary run() {
    hooks_.clock = [this] { return executor_.now_ns; };
    FakeWorkers workers({&executor_}, options_.protocol);
    return run_campaign(workers, {executor_.device_, {{0, "Fake GPU"}}}, benchmarks_,
                        path("run.jsonl"), options_, hooks_);
  }

  /// Runs until the executor is asked for benchmark `name`, and dies there as a killed process
  /// does: with "started" written and no result.
  void run_killed_at(const std::string& name) {
    executor_.on_prepare = [this, name] {
      if (benchmarks_[executor_.prepared.size() - already_].name == name) throw Killed{};
    };
    // The line "started" of the benchmark was said, but is read only after the turn.
    hooks_.on_progress = [](const RunProgress&) {};
    EXPECT_THROW(run(), Killed);
    executor_.on_prepare = [] {};
  }

  lmtune::Run journal() const { return read_run(path("run.jsonl"), TornLine::kReject); }

  std::vector<std::string> measured() const {
    std::vector<std::string> names;
    for (const RunResult& result : journal().results) names.push_back(result.benchmark.name);
    return names;
  }

  void append(const std::string& text) const {
    std::ofstream(path("run.jsonl"), std::ios::app | std::ios::binary) << text;
  }

  ErrorKind error_kind() {
    try {
      run();
    } catch (const Error& error) {
      message_ = error.what();
      return error.kind();
    }
    ADD_FAILURE() << "no error";
    return ErrorKind::kInternal;
  }

  FakeExecutor executor_;
  std::vector<Benchmark> benchmarks_;
  RunOptions options_;
  RunHooks hooks_;
  std::size_t already_ = 0;
  std::string message_;
};

using Names = std::vector<std::string>;

TEST_F(CampaignRunTest, MeasuresAll) {
  executor_.scripts["b"].cached_ns = {200'000};
  executor_.scripts["c"].in_prepare = BenchmarkFailure{Status::kCompile, "error"};
  executor_.scripts["d"].cached_ns = {100'000};
  std::vector<RunProgress> progress;
  hooks_.on_progress = [&progress](const RunProgress& one) { progress.push_back(one); };
  const RunSummary summary = run();

  EXPECT_EQ(summary.end, RunEnd::kComplete);
  EXPECT_EQ(summary.total, 4u);
  EXPECT_EQ(summary.count(Status::kCorrect), 3u);
  EXPECT_EQ(summary.count(Status::kCompile), 1u);
  EXPECT_EQ(summary.beneficial, 1u);
  EXPECT_EQ(summary.decisive, 2u);
  EXPECT_EQ(summary.ties, 1u);
  EXPECT_DOUBLE_EQ(summary.median_speedup, 1.0);
  EXPECT_GT(summary.seconds, 0.0);
  ASSERT_EQ(progress.size(), 5u);
  EXPECT_EQ(progress.front().done, 0u);
  EXPECT_EQ(progress.back().done, 4u);
  EXPECT_EQ(progress.back().failed, 1u);
  EXPECT_EQ(progress.back().seconds_left, 0.0);
  EXPECT_GT(progress[2].seconds_left, 0.0);

  const lmtune::Run written = journal();
  EXPECT_EQ(written.header.device, executor_.device_);
  EXPECT_EQ(written.header.protocol, to_values(options_.protocol));
  EXPECT_EQ(measured(), (Names{"a", "b", "c", "d"}));
  EXPECT_EQ(written.source_hashes.size(), 1u);
  EXPECT_TRUE(written.started.empty());
  EXPECT_EQ(written.results[2].measurement.reason, "error");
}

TEST_F(CampaignRunTest, MeasuresARepeatedBenchmarkOnce) {
  benchmarks_.push_back(benchmarks_[0]);
  EXPECT_EQ(run().total, 4u);
  EXPECT_EQ(executor_.prepared.size(), 4u);
}

TEST_F(CampaignRunTest, DoesNothingWhenAllIsThere) {
  run();
  const std::string before = read_file(path("run.jsonl"));
  executor_.prepared.clear();
  const RunSummary summary = run();
  EXPECT_EQ(summary.kept, 4u);
  EXPECT_EQ(summary.count(Status::kCorrect), 4u);
  EXPECT_TRUE(executor_.prepared.empty());
  EXPECT_EQ(read_file(path("run.jsonl")), before);
}

TEST_F(CampaignRunTest, GoesOnAfterAKill) {
  run_killed_at("c");
  EXPECT_EQ(measured(), (Names{"a", "b"}));
  executor_.prepared.clear();
  const RunSummary summary = run();
  EXPECT_EQ(executor_.prepared, (Names{"c", "d"}));
  EXPECT_EQ(summary.kept, 2u);
  EXPECT_EQ(measured(), (Names{"a", "b", "c", "d"}));
}

TEST_F(CampaignRunTest, GivesUpABenchmarkThatWasBegunTwiceWithoutAResult) {
  run_killed_at("b");
  append(format_run_started(benchmarks_[1].id) + '\n');
  append(format_run_started(benchmarks_[2].id) + '\n');
  append(format_run_started(benchmarks_[1].id) + '\n');
  executor_.prepared.clear();
  run();
  EXPECT_EQ(executor_.prepared, (Names{"c", "d"}));
  EXPECT_EQ(measured(), (Names{"a", "b", "c", "d"}));
  const lmtune::Run written = journal();
  EXPECT_EQ(written.results[1].measurement.status, Status::kRuntime);
  EXPECT_EQ(written.results[1].measurement.reason, "its process died twice while measuring it");
}

TEST_F(CampaignRunTest, CutsOffATornLine) {
  run_killed_at("c");
  append(R"({"result":{"benchmark":{"id":"12)");
  run();
  EXPECT_EQ(measured(), (Names{"a", "b", "c", "d"}));
}

TEST_F(CampaignRunTest, RefusesAnotherDevice) {
  run();
  const std::string before = read_file(path("run.jsonl"));
  executor_.device_.name = "Other GPU";
  EXPECT_EQ(error_kind(), ErrorKind::kInput);
  EXPECT_NE(message_.find("the device 'Fake GPU', now it is 'Other GPU'"), std::string::npos)
      << message_;
  EXPECT_EQ(read_file(path("run.jsonl")), before);
}

TEST_F(CampaignRunTest, RefusesAnotherDriver) {
  run();
  executor_.device_.driver_version = "2.0";
  EXPECT_EQ(error_kind(), ErrorKind::kInput);
  EXPECT_NE(message_.find("the driver '1.0', now it is '2.0'"), std::string::npos) << message_;
}

TEST_F(CampaignRunTest, RefusesAnotherProtocol) {
  run();
  options_.protocol.stopping.max_pairs = 6;
  EXPECT_EQ(error_kind(), ErrorKind::kInput);
  EXPECT_NE(message_.find("the protocol's max_pairs"), std::string::npos) << message_;
}

TEST_F(CampaignRunTest, RefusesAFileThatIsNoRun) {
  write("run.jsonl", "my notes\nmore\n");
  EXPECT_EQ(error_kind(), ErrorKind::kInput);
  EXPECT_EQ(read_file(path("run.jsonl")), "my notes\nmore\n");
}

TEST_F(CampaignRunTest, RefusesASecondWriter) {
  const AppendFile first(path("run.jsonl"));
  EXPECT_EQ(error_kind(), ErrorKind::kOutput);
  EXPECT_NE(message_.find("another process"), std::string::npos) << message_;
}

TEST_F(CampaignRunTest, AnInterruptKeepsTheBenchmarkInFlight) {
  std::atomic<bool> interrupted{false};
  hooks_.interrupted = &interrupted;
  executor_.on_prepare = [&] { interrupted = executor_.prepared.size() == 1; };
  EXPECT_EQ(run().end, RunEnd::kInterrupted);
  EXPECT_EQ(measured(), (Names{"a", "b"}));
  EXPECT_TRUE(journal().started.empty());
}

}  // namespace
}  // namespace lmtune
