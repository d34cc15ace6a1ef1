// The coordinator of workers: turns on the device, deaths, hangs, lost devices, trust rows.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "lmtune/base/error.h"
#include "lmtune/io/run_file.h"
#include "lmtune/measure/campaign_run.h"
#include "support/fake_executor.h"
#include "support/fake_workers.h"
#include "support/run_lmtune.h"

namespace lmtune {
namespace {

using testing::fake_benchmark;
using testing::FakeExecutor;
using testing::FakeWorkers;
using testing::WorkerDies;
using testing::WorkerHangs;
using Names = std::vector<std::string>;

/// Another launch of the same kernel spec.
Benchmark launch_of(const Benchmark& benchmark, const std::string& name) {
  Benchmark other = benchmark;
  other.name = name;
  other.launch.global[0] += 1 + name.size() + static_cast<std::uint64_t>(name.back());
  other.id = benchmark_id(other);
  return other;
}

class CoordinatorTest : public testing::FolderTest {
 protected:
  CoordinatorTest() {
    options_.control_share = options_.repeat_share = 0.0;
    second_.device_ = first_.device_;
  }

  void add(const Names& names) {
    for (const std::string& name : names) benchmarks_.push_back(fake_benchmark(name));
  }

  RunSummary run(std::size_t devices = 1) {
    RunHooks hooks;
    hooks.clock = [this] { return first_.now_ns; };
    hooks.interrupted = &interrupted_;
    RunDevices run_devices{first_.device_, {{0, "Fake GPU#1"}}};
    std::vector<FakeExecutor*> executors{&first_};
    if (devices == 2) {
      run_devices.rows.push_back({1, "Fake GPU#2"});
      executors.push_back(&second_);
    }
    workers_ = std::make_unique<FakeWorkers>(executors, options_.protocol);
    return run_campaign(*workers_, run_devices, benchmarks_, path("run.jsonl"), options_, hooks);
  }

  lmtune::Run journal() const { return read_run(path("run.jsonl"), TornLine::kReject); }

  Names measured() const {
    Names names;
    for (const RunResult& result : journal().results) names.push_back(result.benchmark.name);
    return names;
  }

  Measurement result(const std::string& name) const {
    for (const RunResult& one : journal().results) {
      if (one.benchmark.name == name) return one.measurement;
    }
    ADD_FAILURE() << name << " has no result";
    return {};
  }

  FakeExecutor first_, second_;
  std::vector<Benchmark> benchmarks_;
  RunOptions options_;
  std::atomic<bool> interrupted_{false};
  std::unique_ptr<FakeWorkers> workers_;
};

TEST_F(CoordinatorTest, BuildsAKernelSpecOnceForAllItsLaunches) {
  add({"a", "b"});
  for (const char* name : {"a1", "a2"}) benchmarks_.push_back(launch_of(benchmarks_[0], name));
  options_.workers = 2;
  EXPECT_EQ(run().count(Status::kCorrect), 4u);
  EXPECT_EQ(first_.built.size(), 2u);
  const Names names = measured();
  EXPECT_EQ(std::set<std::string>(names.begin(), names.end()),
            (std::set<std::string>{"a", "a1", "a2", "b"}));
}

TEST_F(CoordinatorTest, WorkersBuildWhileOneMeasures) {
  add({"a", "b", "c", "d"});
  options_.workers = 3;
  // When the first benchmark is prepared, all three workers have built.
  std::size_t built_before_first = 0;
  first_.on_prepare = [&] {
    if (first_.prepared.empty()) built_before_first = first_.built.size();
  };
  EXPECT_EQ(run().count(Status::kCorrect), 4u);
  EXPECT_EQ(workers_->started.size(), 3u);
  EXPECT_GE(built_before_first, 1u);
  EXPECT_EQ(first_.built.size(), 4u);
}

TEST_F(CoordinatorTest, ATurnEndsAfterAWhileAndTheWorkerGoesOnLater) {
  add({"a", "b"});
  for (const char* name : {"a1", "a2", "a3"}) {
    benchmarks_.push_back(launch_of(benchmarks_[0], name));
  }
  options_.workers = 2;
  first_.on_prepare = [this] { first_.now_ns += 150'000'000; };
  EXPECT_EQ(run().count(Status::kCorrect), 5u);
  // Two launches a turn; the other worker's spec comes between.
  EXPECT_EQ(first_.prepared, (Names{"a", "a1", "b", "a2", "a3"}));
}

TEST_F(CoordinatorTest, ABenchmarkThatKilledItsWorkerIsTriedOnceMore) {
  add({"a", "b", "c"});
  bool died = false;
  first_.on_prepare = [&] {
    if (first_.prepared.size() == 1 && !std::exchange(died, true)) throw WorkerDies{};
  };
  const RunSummary summary = run();
  EXPECT_EQ(summary.count(Status::kCorrect), 3u);
  EXPECT_EQ(summary.workers_lost, 1u);
  EXPECT_EQ(measured(), (Names{"a", "b", "c"}));
}

TEST_F(CoordinatorTest, ABenchmarkThatKilledTwoWorkersIsRuntime) {
  add({"a"});
  for (const char* name : {"a1", "a2"}) benchmarks_.push_back(launch_of(benchmarks_[0], name));
  std::size_t deaths = 0;
  first_.on_prepare = [&] {
    if (first_.prepared.size() == 1 && deaths < 2) {
      ++deaths;
      throw WorkerDies{"SIGSEGV"};
    }
  };
  const RunSummary summary = run();
  EXPECT_EQ(summary.count(Status::kCorrect), 2u);
  EXPECT_EQ(summary.count(Status::kRuntime), 1u);
  EXPECT_EQ(result("a1").reason, "its process died twice while measuring it: SIGSEGV");
  EXPECT_EQ(measured(), (Names{"a", "a1", "a2"}));
  EXPECT_TRUE(journal().started.empty());
}

TEST_F(CoordinatorTest, ADeathOfAnEarlierProcessCounts) {
  add({"a", "b"});
  write("run.jsonl", format_run_header({"0.1.0", first_.device_, to_values(options_.protocol)}) +
                         '\n' + format_run_started(benchmarks_[0].id) + '\n');
  first_.on_prepare = [&] {
    if (first_.prepared.empty() && workers_->started.size() == 1) throw WorkerDies{"SIGABRT"};
  };
  EXPECT_EQ(run().count(Status::kRuntime), 1u);
  EXPECT_EQ(result("a").status, Status::kRuntime);
  EXPECT_EQ(result("b").status, Status::kCorrect);
}

TEST_F(CoordinatorTest, AHangIsATimeoutAndTheRunGoesOn) {
  add({"a", "b", "c"});
  first_.on_prepare = [&] {
    if (first_.prepared.size() == 1 && workers_->started.size() == 1) throw WorkerHangs{};
  };
  const RunSummary summary = run();
  EXPECT_EQ(summary.count(Status::kCorrect), 2u);
  EXPECT_EQ(result("b").status, Status::kTimeout);
  EXPECT_EQ(result("b").reason, "it took longer than 10 s, and its process was killed");
  EXPECT_EQ(workers_->killed, 1u);
  EXPECT_EQ(workers_->started.size(), 2u);
}

TEST_F(CoordinatorTest, TheLimitsCanBeSet) {
  add({"a"});
  options_.benchmark_limit_ns = 3'000'000'000;
  first_.on_prepare = [] { throw WorkerHangs{}; };
  EXPECT_EQ(run().count(Status::kTimeout), 1u);
  EXPECT_EQ(result("a").reason, "it took longer than 3 s, and its process was killed");
}

TEST_F(CoordinatorTest, ASpecThatKillsTwoWorkersWhileItIsBuiltIsCompile) {
  add({"a", "b"});
  benchmarks_.push_back(launch_of(benchmarks_[0], "a1"));
  first_.on_build = [&](const KernelSpec& spec) {
    if (spec.options == benchmarks_[0].spec.options) throw WorkerDies{"SIGILL"};
  };
  const RunSummary summary = run();
  EXPECT_EQ(summary.count(Status::kCompile), 2u);
  EXPECT_EQ(result("a1").reason, "its process died twice while building it: SIGILL");
  EXPECT_EQ(result("b").status, Status::kCorrect);
  EXPECT_EQ(workers_->started.size(), 3u);
}

TEST_F(CoordinatorTest, ABuildThatNeverEndsIsATimeout) {
  add({"a", "b"});
  first_.on_build = [&](const KernelSpec& spec) {
    if (spec.options == benchmarks_[0].spec.options) throw WorkerHangs{};
  };
  EXPECT_EQ(run().count(Status::kTimeout), 1u);
  EXPECT_EQ(result("a").reason, "building it took longer than 120 s");
  EXPECT_EQ(result("b").status, Status::kCorrect);
}

TEST_F(CoordinatorTest, AfterADeviceErrorACanaryMustPass) {
  add({"a", "b", "c"});
  first_.scripts["b"].in_compare = BenchmarkFailure{Status::kRuntime, "CL_OUT_OF_RESOURCES"};
  std::size_t checks = 0;
  first_.on_check = [&checks] { ++checks; };
  EXPECT_EQ(run().count(Status::kRuntime), 1u);
  EXPECT_EQ(checks, 2u);  // at the start, and after "b"
  EXPECT_EQ(workers_->started.size(), 1u);
}

TEST_F(CoordinatorTest, AWorkerThatLostItsDeviceIsReplaced) {
  add({"a", "b", "c"});
  first_.scripts["b"].in_compare = BenchmarkFailure{Status::kRuntime, "CL_OUT_OF_RESOURCES"};
  bool lost = false;
  first_.on_check = [&] {
    if (!first_.prepared.empty() && !std::exchange(lost, true)) {
      throw Error(ErrorKind::kDevice, "", "lost");
    }
  };
  const RunSummary summary = run();
  EXPECT_EQ(summary.count(Status::kCorrect), 2u);
  EXPECT_EQ(summary.count(Status::kRuntime), 1u);
  EXPECT_EQ(workers_->started.size(), 2u);
}

TEST_F(CoordinatorTest, AWedgedDeviceStopsTheRunAndResultsAreKept) {
  add({"a", "b", "c", "d"});
  first_.scripts["b"].in_compare = BenchmarkFailure{Status::kRuntime, "CL_OUT_OF_RESOURCES"};
  first_.on_check = [&] {
    if (first_.prepared.size() >= 2) throw Error(ErrorKind::kDevice, "", "no answer");
  };
  try {
    run();
    ADD_FAILURE() << "no error";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::kDevice);
    const std::string message = error.what();
    EXPECT_NE(message.find("3 new processes in a row"), std::string::npos) << message;
    EXPECT_NE(message.find("no answer"), std::string::npos) << message;
  }
  EXPECT_EQ(workers_->started.size(), 4u);
  EXPECT_EQ(measured(), (Names{"a", "b"}));
  first_.on_check = [] {};
  first_.scripts.clear();
  EXPECT_EQ(run().end, RunEnd::kComplete);
  EXPECT_EQ(measured(), (Names{"a", "b", "c", "d"}));
}

TEST_F(CoordinatorTest, ControlsAndRepeatsAreRowsOfTheirOwn) {
  add({"a", "b", "c"});
  options_.control_share = options_.repeat_share = 1.0;
  first_.scripts["b"].in_prepare = BenchmarkFailure{Status::kCompile, "error"};
  const RunSummary summary = run();
  EXPECT_EQ(summary.count(Status::kCorrect), 2u);
  EXPECT_EQ(summary.trust.controls, 2u);
  EXPECT_EQ(summary.trust.false_controls, 0u);
  EXPECT_EQ(summary.trust.repeats, 2u);
  EXPECT_EQ(summary.trust.flipped, 0u);
  EXPECT_EQ(summary.trust.decisive_repeats, 2u);
  EXPECT_EQ(summary.trust.references, 1u);
  EXPECT_EQ(measured(), (Names{"a", "b", "c"}));

  const lmtune::Run written = journal();
  ASSERT_EQ(written.trust.size(), 5u);
  EXPECT_EQ(written.trust[0].role, Role::kReference);
  EXPECT_EQ(written.trust[0].reference_ns, first_.reference_ns);
  EXPECT_EQ(written.trust[1].role, Role::kControl);
  EXPECT_EQ(written.trust[1].measurement.benchmark_id, benchmarks_[0].id);
  EXPECT_DOUBLE_EQ(written.trust[1].measurement.speedup, 1.0);
  EXPECT_EQ(written.trust[3].role, Role::kRepeat);
  EXPECT_DOUBLE_EQ(written.trust[3].measurement.speedup, 2.0);

  // All of it is there: nothing is measured again, and the summary is the same.
  first_.prepared.clear();
  EXPECT_EQ(run().trust, summary.trust);
  EXPECT_TRUE(first_.prepared.empty());
}

TEST_F(CoordinatorTest, ARepeatWithTheOtherLabelIsCounted) {
  add({"a", "b"});
  options_.repeat_share = 1.0;
  first_.on_prepare = [this] {
    if (first_.prepared.size() == 2) first_.scripts["a"].cached_ns = {200'000};
  };
  const RunSummary summary = run();
  EXPECT_EQ(summary.trust.repeats, 2u);
  EXPECT_EQ(summary.trust.flipped, 1u);
  EXPECT_EQ(summary.trust.decisive_flipped, 1u);
  EXPECT_EQ(summary.beneficial, 2u);
}

TEST_F(CoordinatorTest, AControlThatKillsItsWorkerIsNotTriedAgain) {
  add({"a", "b"});
  options_.control_share = 1.0;
  first_.on_prepare = [this] {
    if (first_.prepared.size() == 1 && workers_->started.size() == 1) throw WorkerDies{};
  };
  const RunSummary summary = run();
  EXPECT_EQ(summary.count(Status::kCorrect), 2u);
  EXPECT_EQ(summary.trust.controls, 1u);
}

TEST_F(CoordinatorTest, TheReferenceIsTimedNowAndThen) {
  add({"a", "b", "c", "d"});
  options_.reference_every_ns = 5'000'000'000;
  first_.on_prepare = [this] {
    first_.now_ns += 3'000'000'000;
    first_.reference_ns += 1'000;
  };
  const RunSummary summary = run();
  EXPECT_EQ(summary.trust.references, 2u);
  EXPECT_GT(summary.trust.reference_spread, 0.0);
}

TEST_F(CoordinatorTest, DevicesShareTheWorkAndEachRowNamesItsDevice) {
  add({"a", "b", "c", "d", "e", "f"});
  options_.workers = 2;
  const RunSummary summary = run(2);
  EXPECT_EQ(summary.count(Status::kCorrect), 6u);
  EXPECT_EQ(summary.devices, 2u);
  EXPECT_EQ(workers_->started, (std::vector<std::size_t>{0, 1}));
  EXPECT_FALSE(first_.prepared.empty());
  EXPECT_FALSE(second_.prepared.empty());
  for (const RunResult& row : journal().results) {
    ASSERT_TRUE(row.device);
    const Names& names = row.device->index == 0 ? first_.prepared : second_.prepared;
    EXPECT_NE(std::find(names.begin(), names.end(), row.benchmark.name), names.end());
    EXPECT_EQ(row.device->name, row.device->index == 0 ? "Fake GPU#1" : "Fake GPU#2");
  }
}

TEST_F(CoordinatorTest, TimesAreSummed) {
  add({"a", "b"});
  const RunSummary summary = run();
  EXPECT_GT(summary.times.timing, 0.0);
  EXPECT_GT(summary.times.kernels, 0.0);
  EXPECT_LE(summary.times.kernels, summary.times.timing);
  EXPECT_GT(summary.per_second(), 0.0);
  EXPECT_LE(summary.device_share(), 1.0);
}

}  // namespace
}  // namespace lmtune
