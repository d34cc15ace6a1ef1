#include "opencl/limits.h"

#include <gtest/gtest.h>

#include "lmtune/measure/executor.h"
#include "support/fake_executor.h"

namespace lmtune {
namespace {

class LimitsTest : public ::testing::Test {
 protected:
  LimitsTest() {
    device_.max_group_items = 256;
    device_.max_item_sizes = {256, 256, 64};
    device_.local_bytes = 1024;
    device_.max_allocation_bytes = 4096;
    device_.global_bytes = 8192;
    BufferArgument in;
    in.count = 16;
    BufferArgument out = in;
    out.access = Access::kWrite;
    benchmark_.launch.global = {256, 1, 1};
    benchmark_.launch.local = {64, 1, 1};
    benchmark_.launch.arguments = {{"a", in}, {"out", out}};
  }

  std::string refusal() const {
    try {
      check_limits(benchmark_, device_);
    } catch (const BenchmarkFailure& failure) {
      EXPECT_EQ(failure.status, Status::kConstraints);
      return failure.reason;
    }
    return "";
  }
  BufferArgument& buffer(std::size_t index) {
    return std::get<BufferArgument>(benchmark_.launch.arguments[index].value);
  }

  DeviceInfo device_;
  Benchmark benchmark_ = testing::fake_benchmark("one");
};

TEST_F(LimitsTest, AcceptsWhatFits) { EXPECT_EQ(refusal(), ""); }

TEST_F(LimitsTest, NamesBothNumbersOfALaunch) {
  benchmark_.launch.global = {1000, 1, 1};
  benchmark_.launch.local = {48, 1, 1};
  EXPECT_EQ(refusal(), "local size 48 does not divide global size 1000 in dimension 0");
  benchmark_.launch.global = {512, 1, 1};
  benchmark_.launch.local = {512, 1, 1};
  EXPECT_EQ(refusal(), "work-group of 512 items, the device's limit is 256");
  benchmark_.launch.global = {1, 1, 128};
  benchmark_.launch.local = {1, 1, 128};
  EXPECT_EQ(refusal(), "local size 128 in dimension 2, the device's limit is 64");
}

TEST_F(LimitsTest, NamesBothNumbersOfMemory) {
  buffer(0).count = 1025;
  EXPECT_EQ(refusal(), "buffer 'a' of 4100 bytes, the device's limit is 4096");
  buffer(0).count = 0;
  EXPECT_EQ(refusal(), "buffer 'a' is empty");
  buffer(0).count = 1024;
  buffer(1).count = 1024;
  benchmark_.launch.arguments.push_back({"b", buffer(0)});
  EXPECT_EQ(refusal(), "buffers of 12288 bytes, the device has 8192");
  benchmark_.launch.arguments.pop_back();
  benchmark_.launch.arguments.push_back({"tile", LocalArgument{1025}});
  EXPECT_EQ(refusal(), "1025 bytes of local memory, the device's limit is 1024");
  benchmark_.launch.arguments.pop_back();
  benchmark_.plan = StagingPlan{};
  benchmark_.plan->local_bytes = 2048;
  EXPECT_EQ(refusal(), "2048 bytes of local memory, the device's limit is 1024");
}

TEST_F(LimitsTest, WantsTwoVariantsAndAResult) {
  buffer(1).access = Access::kRead;
  EXPECT_EQ(refusal(), "no buffer is written: the variants' results cannot be compared");
  benchmark_.spec.cached.reset();
  EXPECT_EQ(refusal(), "it has no cached variant to measure");
}

}  // namespace
}  // namespace lmtune
