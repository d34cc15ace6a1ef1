#include "lmtune/measure/protocol.h"

#include <gtest/gtest.h>

#include <limits>

#include "lmtune/base/error.h"
#include "support/fake_executor.h"

namespace lmtune {
namespace {

using testing::fake_benchmark;
using testing::FakeExecutor;

class ProtocolTest : public ::testing::Test {
 protected:
  Measurement measure() {
    return measure_benchmark(
        executor_, benchmark_, options_, [this] { return executor_.now_ns; }, idle_ns_);
  }

  FakeExecutor executor_;
  Benchmark benchmark_ = fake_benchmark("one");
  ProtocolOptions options_;
  std::int64_t idle_ns_ = 0;
};

TEST_F(ProtocolTest, MeasuresTheSpeedup) {
  const Measurement measurement = measure();
  EXPECT_EQ(measurement.status, Status::kCorrect);
  EXPECT_EQ(measurement.benchmark_id, benchmark_.id);
  EXPECT_DOUBLE_EQ(measurement.speedup, 2.0);
  EXPECT_DOUBLE_EQ(measurement.speedup_low, 2.0);
  EXPECT_DOUBLE_EQ(measurement.speedup_high, 2.0);
  EXPECT_EQ(measurement.baseline_ns, std::vector<std::int64_t>(8, 100'000));
  EXPECT_EQ(measurement.cached_ns, std::vector<std::int64_t>(8, 50'000));
  EXPECT_EQ(measurement.launches_per_sample, 1u);
  EXPECT_EQ(measurement.build_ns, 1'000'000);
}

TEST_F(ProtocolTest, WarmsUpByTimeAfterAnIdleGap) {
  idle_ns_ = 20'000'001;
  options_.warm_up_ns = 300'000;  // two rounds of 150 us
  measure();
  EXPECT_EQ(executor_.order,
            "BCBC"
            "BCCBBCCBBCCBBCCB");
}

TEST_F(ProtocolTest, TakesOneRoundOnABusyDevice) {
  idle_ns_ = 20'000'000;
  measure();
  EXPECT_EQ(executor_.order,
            "BC"
            "BCCBBCCBBCCBBCCB");
}

TEST_F(ProtocolTest, PreparingForLongLeavesTheDeviceIdle) {
  options_.max_idle_ns = 999'999;  // the fake executor prepares for 1 ms
  options_.warm_up_ns = 300'000;
  measure();
  EXPECT_EQ(executor_.order.substr(0, 8), "BCBCBCCB");
}

TEST_F(ProtocolTest, WaitsForTheDeviceOnceBetweenLooks) {
  measure();
  EXPECT_EQ(executor_.blocks, (std::vector<std::size_t>{2, 16}));
}

TEST_F(ProtocolTest, AControlIsTheBaselineTwice) {
  const Measurement measurement = measure_control(
      executor_, benchmark_, options_, [this] { return executor_.now_ns; }, idle_ns_);
  EXPECT_EQ(executor_.order,
            "BB"
            "BBBBBBBBBBBBBBBB");
  EXPECT_EQ(measurement.status, Status::kCorrect);
  EXPECT_DOUBLE_EQ(measurement.speedup, 1.0);
  EXPECT_EQ(measurement.baseline_ns.size(), 8u);
  EXPECT_EQ(measurement.cached_ns.size(), 8u);
}

TEST_F(ProtocolTest, SaysWhereTheTimeWent) {
  const Measurement measurement = measure();
  EXPECT_EQ(measurement.prepare_ns, 1'000'000);
  EXPECT_EQ(measurement.kernel_ns, 9 * 150'000);
  EXPECT_EQ(measurement.timing_ns, 9 * 150'000);
  executor_.usual.in_prepare = BenchmarkFailure{Status::kCompile, ""};
  EXPECT_EQ(measure().prepare_ns, 1'000'000);
}

TEST_F(ProtocolTest, DriftOfTheClockCancels) {
  // Each sample is 1 % slower than the one before it; the variants are equally fast.
  std::vector<std::int64_t> baseline, cached;
  double time = 100'000.0;
  for (int sample = 0; sample < 2 + 64; ++sample) {
    const bool of_baseline =
        sample < 2 ? sample == 0 : (sample - 2) % 4 == 0 || (sample - 2) % 4 == 3;
    (of_baseline ? baseline : cached).push_back(static_cast<std::int64_t>(time));
    time *= 1.01;
  }
  executor_.usual.baseline_ns = baseline;
  executor_.usual.cached_ns = cached;
  const Measurement measurement = measure();
  EXPECT_NEAR(measurement.speedup, 1.0, 1e-3);
  EXPECT_TRUE(is_tie(measurement));
}

TEST_F(ProtocolTest, BatchesShortKernels) {
  executor_.usual.baseline_ns = {7'000};
  executor_.usual.cached_ns = {3'000};
  const Measurement measurement = measure();
  // 50 steps of 1000 ns at 3000 ns a launch, for both variants.
  EXPECT_EQ(measurement.launches_per_sample, 17u);
  EXPECT_EQ(measurement.baseline_ns.front(), 17 * 7'000);
  EXPECT_EQ(measurement.cached_ns.front(), 17 * 3'000);
  EXPECT_DOUBLE_EQ(measurement.speedup, 7.0 / 3.0);
}

TEST(LaunchesPerSample, KeepsTheShortestSampleAndTheCap) {
  const ProtocolOptions options;
  EXPECT_EQ(launches_per_sample(1'000'000, 1, options), 1u);
  EXPECT_EQ(launches_per_sample(20'000, 1, options), 1u);
  EXPECT_EQ(launches_per_sample(19'999, 1, options), 2u);
  EXPECT_EQ(launches_per_sample(1'000, 1, options), 20u);
  EXPECT_EQ(launches_per_sample(1'000, 1'000, options), 50u);
  EXPECT_EQ(launches_per_sample(0, 1, options), options.max_launches);
}

TEST_F(ProtocolTest, NoiseTakesMorePairs) {
  executor_.usual.baseline_ns = {90'000, 110'000, 100'000, 104'000, 97'000};
  executor_.usual.cached_ns = {100'000, 93'000, 108'000};
  const Measurement measurement = measure();
  EXPECT_GT(measurement.baseline_ns.size(), options_.stopping.min_pairs);
  EXPECT_EQ(measurement.baseline_ns.size(), measurement.cached_ns.size());
}

TEST_F(ProtocolTest, LongKernelsTakeFewPairs) {
  executor_.usual.baseline_ns = {3'000'000};
  executor_.usual.cached_ns = {2'000'000};
  Measurement measurement = measure();
  EXPECT_EQ(measurement.baseline_ns.size(), 4u);  // a large effect
  EXPECT_DOUBLE_EQ(measurement.speedup, 1.5);

  executor_.usual.baseline_ns = {21'000'000};
  executor_.usual.cached_ns = {20'000'000};
  EXPECT_EQ(measure().baseline_ns.size(), 4u);  // the time is over

  executor_.usual.baseline_ns = {3'000'000'000};
  executor_.usual.cached_ns = {2'000'000'000};
  EXPECT_EQ(measure().baseline_ns.size(), 2u);  // even for that many
}

TEST_F(ProtocolTest, TakesForcedPairs) {
  options_.force_pairs(29);
  EXPECT_EQ(measure().baseline_ns.size(), 30u);
  executor_.usual.baseline_ns = {3'000'000'000};
  EXPECT_EQ(measure().baseline_ns.size(), 30u);
}

TEST_F(ProtocolTest, CountsTheLaunchesByABetterPilotOfShortKernels) {
  executor_.usual.baseline_ns = {9'000, 5'000};  // the first launch is slow
  executor_.usual.cached_ns = {9'000, 5'000};
  EXPECT_EQ(measure().launches_per_sample, 10u);
}

TEST_F(ProtocolTest, ALaunchBeyondTheLimitIsATimeout) {
  executor_.usual.cached_ns = {11'000'000'000};
  const Measurement measurement = measure();
  EXPECT_EQ(measurement.status, Status::kTimeout);
  EXPECT_EQ(measurement.reason,
            "one launch of the cached variant took 11.0 s, 10.0 s is the limit");
}

TEST_F(ProtocolTest, DifferentResultsAreIncorrect) {
  executor_.usual.difference = 1e-3;
  Measurement measurement = measure();
  EXPECT_EQ(measurement.status, Status::kCorrectness);
  EXPECT_EQ(measurement.max_difference, 1e-3);
  EXPECT_EQ(measurement.reason, "the variants' results differ by 0.001 (relative), 0 is allowed");
  EXPECT_TRUE(executor_.order.empty());

  benchmark_.tolerance = 1e-2;
  EXPECT_EQ(measure().status, Status::kCorrect);
  executor_.usual.difference = std::numeric_limits<double>::infinity();
  EXPECT_EQ(measure().status, Status::kCorrectness);
}

TEST_F(ProtocolTest, FailuresBecomeTheStatus) {
  executor_.usual.in_prepare = BenchmarkFailure{Status::kCompile, "1:2: expected ';'"};
  Measurement measurement = measure();
  EXPECT_EQ(measurement.status, Status::kCompile);
  EXPECT_EQ(measurement.reason, "1:2: expected ';'");

  executor_.usual = {};
  executor_.usual.in_time = BenchmarkFailure{Status::kRuntime, "CL_OUT_OF_RESOURCES"};
  measurement = measure();
  EXPECT_EQ(measurement.status, Status::kRuntime);
  EXPECT_TRUE(measurement.baseline_ns.empty());
}

TEST_F(ProtocolTest, OtherErrorsPassThrough) {
  executor_.on_prepare = [] { throw Error(ErrorKind::kDevice, "", "gone"); };
  EXPECT_THROW(measure(), Error);
}

}  // namespace
}  // namespace lmtune
