// The OpenCL executor: what it measures, and what it says of benchmarks that cannot be measured.
#include "lmtune/opencl/executor.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <vector>

#include "lmtune/base/error.h"
#include "lmtune/measure/protocol.h"
#include "lmtune/opencl/devices.h"

namespace lmtune {
namespace {

// Each item sums its group's elements; WRONG skips one, BROKEN does not compile.
constexpr const char* kKernel =
    R"(kernel void sum(global const float* a, global float* out, int n) {
  float total = 0;
#ifdef CACHED
  local float tile[64];
  tile[get_local_id(0)] = a[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int i = 0; i < n; ++i) total += tile[i];
#else
  for (int i = 0; i < n; ++i) total += a[get_group_id(0) * 64 + i];
#endif
#ifdef WRONG
  total += 1;
#endif
#ifdef BROKEN
  total += undeclared;
#endif
  out[get_global_id(0)] = total;
}
)";

constexpr ElementType kFloat{ScalarType::kFloat, 1, Packing::kVector};
constexpr ElementType kInt{ScalarType::kInt, 1, Packing::kVector};

BufferArgument buffer(std::uint64_t count, Access access) {
  BufferArgument argument;
  argument.element = kFloat;
  argument.count = count;
  argument.access = access;
  return argument;
}

Benchmark benchmark(const std::string& text, const std::string& entry_point,
                    std::vector<Argument> arguments) {
  Benchmark one;
  one.name = entry_point;
  one.spec.source = std::make_shared<KernelSource>(KernelSource{"kernel.cl", text});
  one.spec.baseline.entry_point = entry_point;
  one.spec.cached = VariantSpec{entry_point, {"-DCACHED"}};
  one.launch.global = {1024, 1, 1};
  one.launch.local = {64, 1, 1};
  one.launch.arguments = std::move(arguments);
  one.target = one.launch.arguments.front().name;
  one.id = benchmark_id(one);
  return one;
}

Benchmark sum_benchmark() {
  return benchmark(kKernel, "sum",
                   {{"a", buffer(1024, Access::kRead)},
                    {"out", buffer(1024, Access::kWrite)},
                    {"n", ScalarArgument{kInt, 64}}});
}

class ExecutorTest : public ::testing::Test {
 protected:
  static void SetUpTestSuite() {
    try {
      const char* name = std::getenv("LMTUNE_TEST_DEVICE");
      executor_ = make_opencl_executor(select_device(list_devices(), name == nullptr ? "" : name));
    } catch (const Error& error) {
      if (error.kind() != ErrorKind::kDevice) throw;
      why_not_ = error.what();
    }
  }
  static void TearDownTestSuite() { executor_.reset(); }
  void SetUp() override {
    if (!executor_) GTEST_SKIP() << why_not_;
  }

  static Measurement measure(const Benchmark& one) {
    return measure_benchmark(*executor_, one, ProtocolOptions::quick(), steady_clock());
  }

  static void expect_failure(const Benchmark& one, Status status, const std::string& reason) {
    const Measurement measurement = measure(one);
    EXPECT_EQ(to_string(measurement.status), to_string(status));
    EXPECT_NE(measurement.reason.find(reason), std::string::npos) << measurement.reason;
  }

  static std::unique_ptr<Executor> executor_;
  static std::string why_not_;
};

std::unique_ptr<Executor> ExecutorTest::executor_;
std::string ExecutorTest::why_not_;

TEST_F(ExecutorTest, MeasuresBothVariants) {
  const Measurement measurement = measure(sum_benchmark());
  EXPECT_EQ(measurement.status, Status::kCorrect) << measurement.reason;
  EXPECT_EQ(measurement.max_difference, 0.0);
  EXPECT_GT(measurement.build_ns, 0);
  EXPECT_GE(measurement.baseline_ns.size(), 2u);
  EXPECT_EQ(measurement.baseline_ns.size(), measurement.cached_ns.size());
  for (const std::int64_t time : measurement.baseline_ns) EXPECT_GT(time, 0);
  EXPECT_GT(measurement.speedup, 0.0);
  EXPECT_LE(measurement.speedup_low, measurement.speedup);
  EXPECT_GE(measurement.speedup_high, measurement.speedup);
}

// Some platforms rename such parameters by their headers' macros.
TEST_F(ExecutorTest, ParametersMayHaveNamesOfBuiltInFunctions) {
  std::string text = kKernel;
  for (std::size_t at = 0; (at = text.find("out", at)) != std::string::npos;) {
    text.replace(at, 3, "distance");
    at += 8;
  }
  const Measurement measurement = measure(benchmark(text, "sum",
                                                    {{"a", buffer(1024, Access::kRead)},
                                                     {"distance", buffer(1024, Access::kWrite)},
                                                     {"n", ScalarArgument{kInt, 64}}}));
  EXPECT_EQ(measurement.status, Status::kCorrect) << measurement.reason;
}

TEST_F(ExecutorTest, BatchesTakeLonger) {
  const auto prepared = executor_->prepare(sum_benchmark());
  EXPECT_EQ(prepared->compare_variants(), 0.0);
  const std::vector<Variant> order(6, Variant::kBaseline);
  const std::vector<std::int64_t> one = prepared->time_samples(order, 1);
  const std::vector<std::int64_t> many = prepared->time_samples(order, 50);
  ASSERT_EQ(one.size(), order.size());
  ASSERT_EQ(many.size(), order.size());
  EXPECT_GT(*std::min_element(many.begin(), many.end()),
            10 * *std::min_element(one.begin(), one.end()));
}

TEST_F(ExecutorTest, SamplesAreInTheOrderAskedFor) {
  const char* text = R"(kernel void spin(global const float* a, global float* out) {
#ifdef CACHED
    const int rounds = 20000;
#else
    const int rounds = 20;
#endif
    float x = a[0];
    for (int i = 0; i < rounds; ++i) x = x * 0.5f + a[i % 64];
    out[get_global_id(0)] = x > 1e30f;
  })";
  const auto prepared = executor_->prepare(benchmark(
      text, "spin", {{"a", buffer(64, Access::kRead)}, {"out", buffer(1024, Access::kWrite)}}));
  EXPECT_EQ(prepared->compare_variants(), 0.0);
  const std::vector<Variant> order{Variant::kBaseline, Variant::kCached,   Variant::kCached,
                                   Variant::kBaseline, Variant::kBaseline, Variant::kCached};
  const std::vector<std::int64_t> times = prepared->time_samples(order, 3);
  std::int64_t slowest_baseline = 0;
  std::int64_t fastest_cached = std::numeric_limits<std::int64_t>::max();
  for (std::size_t i = 0; i < order.size(); ++i) {
    if (order[i] == Variant::kBaseline) {
      slowest_baseline = std::max(slowest_baseline, times[i]);
    } else {
      fastest_cached = std::min(fastest_cached, times[i]);
    }
  }
  EXPECT_GT(fastest_cached, slowest_baseline);
}

TEST_F(ExecutorTest, EachSampleOfAReadAndWrittenBufferBeginsWithItsFill) {
  // Only the first launch after a reset takes long, so every sample of one launch does.
  const char* text = R"(kernel void once(global const float* a, global float* state) {
    int i = get_global_id(0);
    float x = a[i];
    const int rounds = state[i] < 2 ? 100000 : 1;
    for (int round = 0; round < rounds; ++round) x = x * 0.5f + a[round % 64];
    state[i] = x > 1e30f ? 1 : 2;
  })";
  const auto prepared = executor_->prepare(
      benchmark(text, "once",
                {{"a", buffer(1024, Access::kRead)}, {"state", buffer(1024, Access::kReadWrite)}}));
  EXPECT_EQ(prepared->compare_variants(), 0.0);
  const std::vector<Variant> order(4, Variant::kCached);
  const auto fastest = [&](std::uint32_t launches) {
    const std::vector<std::int64_t> times = prepared->time_samples(order, launches);
    return *std::min_element(times.begin(), times.end());
  };
  const std::int64_t one = fastest(1);
  EXPECT_LT(fastest(8), 4 * one);  // eight launches, one of them slow
}

TEST_F(ExecutorTest, TimesTheReferenceKernel) { EXPECT_GT(executor_->time_reference(), 0); }

TEST_F(ExecutorTest, BuildsAheadOfPreparing) {
  Benchmark one = sum_benchmark();
  one.spec.options.push_back("-DAHEAD");
  executor_->build(one.spec);
  const auto begin = std::chrono::steady_clock::now();
  const std::int64_t build_ns = executor_->prepare(one)->build_ns();
  EXPECT_LT((std::chrono::steady_clock::now() - begin).count(), build_ns);

  one.spec.options.push_back("-DBROKEN");
  EXPECT_THROW(executor_->build(one.spec), BenchmarkFailure);
  expect_failure(one, Status::kCompile, "undeclared");
}

TEST_F(ExecutorTest, BuildsAKernelSpecOnce) {
  const std::int64_t first = executor_->prepare(sum_benchmark())->build_ns();
  Benchmark other = sum_benchmark();
  other.launch.global[0] = 512;
  EXPECT_EQ(executor_->prepare(other)->build_ns(), first);
}

TEST_F(ExecutorTest, FindsAWrongResult) {
  Benchmark one = sum_benchmark();
  one.spec.cached->options.push_back("-DWRONG");
  expect_failure(one, Status::kCorrectness, "differ by");
}

TEST_F(ExecutorTest, FindsThatNothingIsWritten) {
  expect_failure(benchmark("kernel void idle(global const float* a, global float* out) {}", "idle",
                           {{"a", buffer(64, Access::kRead)}, {"out", buffer(64, Access::kWrite)}}),
                 Status::kCorrectness, "neither variant wrote any result");
}

TEST_F(ExecutorTest, FindsWhatOnlyOneVariantWrites) {
  const char* text = R"(kernel void half_of(global const float* a, global float* out) {
    int i = get_global_id(0);
#ifdef CACHED
    if (i < 512)
#endif
    out[i] = a[i];
  })";
  expect_failure(
      benchmark(text, "half_of",
                {{"a", buffer(1024, Access::kRead)}, {"out", buffer(1024, Access::kWrite)}}),
      Status::kCorrectness, "one has no number where the other has one");
}

TEST_F(ExecutorTest, ReportsTheCompilersLine) {
  Benchmark one = sum_benchmark();
  one.spec.cached->options.push_back("-DBROKEN");
  expect_failure(one, Status::kCompile, "the cached variant does not compile with");
  expect_failure(one, Status::kCompile, "kernel.cl:15:12");
  expect_failure(one, Status::kCompile, "use of undeclared identifier 'undeclared'");
}

TEST_F(ExecutorTest, RefusesAnOptionThatWouldBeSplit) {
  Benchmark one = sum_benchmark();
  one.spec.options.push_back("-DSUM=a + b");
  expect_failure(one, Status::kCompile, "the build option '-DSUM=a + b' holds a blank");
}

TEST_F(ExecutorTest, ListsTheKernelsWhereTheEntryPointIsMissing) {
  Benchmark one = sum_benchmark();
  one.spec.cached->entry_point = "add";
  expect_failure(one, Status::kCompile, "has no kernel 'add' for the cached variant");
  expect_failure(one, Status::kCompile, "its kernels are: sum");
}

TEST_F(ExecutorTest, NamesBothNumbersOfTheGroupLimit) {
  const std::uint64_t limit = executor_->device().max_group_items;
  Benchmark one = sum_benchmark();
  one.launch.local = {2 * limit, 1, 1};
  one.launch.global = {4 * limit, 1, 1};
  const Measurement measurement = measure(one);
  EXPECT_EQ(measurement.status, Status::kConstraints);
  EXPECT_EQ(measurement.reason, "work-group of " + std::to_string(2 * limit) +
                                    " items, the device's limit is " + std::to_string(limit));
}

TEST_F(ExecutorTest, NamesTheGroupThatAKernelRequires) {
  const char* text = R"(__attribute__((reqd_work_group_size(32, 2, 1)))
    kernel void fixed(global const float* a, global float* out) { out[0] = a[0]; })";
  expect_failure(benchmark(text, "fixed",
                           {{"a", buffer(64, Access::kRead)}, {"out", buffer(64, Access::kWrite)}}),
                 Status::kConstraints, "requires work-groups of 32x2x1, the launch has 64x1x1");
}

TEST_F(ExecutorTest, ComparesArgumentsWithTheKernel) {
  Benchmark one = sum_benchmark();
  one.launch.arguments.pop_back();
  expect_failure(one, Status::kConstraints,
                 "kernel 'sum' has 3 arguments (a, out, n), the benchmark gives 2 (a, out)");
  one = sum_benchmark();
  one.launch.arguments[2].name = "m";
  expect_failure(one, Status::kConstraints,
                 "argument 2 of kernel 'sum' is 'n', the benchmark gives 'm' there");
  one = sum_benchmark();
  one.launch.arguments[2].value = ScalarArgument{kFloat, 64};
  expect_failure(one, Status::kConstraints, "('n') has type int, the benchmark gives float");
  one = sum_benchmark();
  one.launch.arguments[2].value = LocalArgument{64};
  expect_failure(one, Status::kConstraints, "('n') is not a __local pointer");
}

TEST_F(ExecutorTest, ReadAndWrittenBuffersBeginEqual) {
  const char* text = R"(kernel void add(global const float* a, global float* sum) {
    int i = get_global_id(0);
    sum[i] += a[i];
  })";
  const Measurement measurement = measure(
      benchmark(text, "add",
                {{"a", buffer(1024, Access::kRead)}, {"sum", buffer(1024, Access::kReadWrite)}}));
  EXPECT_EQ(measurement.status, Status::kCorrect) << measurement.reason;
  EXPECT_EQ(measurement.max_difference, 0.0);
}

TEST_F(ExecutorTest, EqualInputsDoNotShareMemory) {
  const char* text = R"(kernel void same(global const float* a, global const float* b,
                                        global float* out) {
#ifdef CACHED
    out[get_global_id(0)] = a == b;
#else
    out[get_global_id(0)] = 0;
#endif
  })";
  const Benchmark one = benchmark(text, "same",
                                  {{"a", buffer(64, Access::kRead)},
                                   {"b", buffer(64, Access::kRead)},
                                   {"out", buffer(1024, Access::kWrite)}});
  for (int round = 0; round < 2; ++round) {  // the second one with the first one's buffers
    EXPECT_EQ(measure(one).status, Status::kCorrect) << round;
  }
}

TEST_F(ExecutorTest, KeptInputsHoldTheSameData) {
  const auto first = measure(sum_benchmark());
  Benchmark other = sum_benchmark();
  std::get<BufferArgument>(other.launch.arguments[0].value).fill.seed = 2;
  EXPECT_EQ(measure(other).status, Status::kCorrect);
  EXPECT_EQ(measure(sum_benchmark()).status, Status::kCorrect);
}

TEST_F(ExecutorTest, TheDeviceWorksAfterAFailure) {
  Benchmark one = sum_benchmark();
  one.spec.cached->options.push_back("-DBROKEN");
  EXPECT_EQ(measure(one).status, Status::kCompile);
  EXPECT_NO_THROW(executor_->check_device());
  EXPECT_EQ(measure(sum_benchmark()).status, Status::kCorrect);
}

}  // namespace
}  // namespace lmtune
