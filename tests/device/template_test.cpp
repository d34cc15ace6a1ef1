// Random synthetic benchmarks on an OpenCL device: both variants compute the same, bit for bit.
#include <gtest/gtest.h>

#include <memory>

#include "lmtune/opencl/devices.h"
#include "lmtune/opencl/executor.h"
#include "lmtune/template/template_source.h"
#include "support/generated.h"
#include "support/opencl_runner.h"

namespace lmtune {
namespace {

std::unique_ptr<Executor> test_executor() {
  return make_opencl_executor(select_device(list_devices(), test_device_name()));
}

void expect_equal_variants(Executor& executor, const TemplateParameters& p) {
  const Benchmark benchmark = make_synthetic(p, template_source());
  try {
    EXPECT_EQ(executor.prepare(benchmark)->compare_variants(), 0.0) << benchmark.name;
  } catch (const BenchmarkFailure& failure) {
    ADD_FAILURE() << benchmark.name << ": " << failure.reason;
  }
}

TEST(TemplateOnDevice, BothVariantsComputeTheSame) {
  if (test_device_name().empty()) GTEST_SKIP() << "no OpenCL device";
  const auto executor = test_executor();
  for (const TemplateParameters& p : generated(benchmarks_to_check(20), 4)) {
    expect_equal_variants(*executor, p);
  }
}

// Remapped items take other units, but must exchange sums with the same neighbours.
TEST(TemplateOnDevice, RemappedItemsShareScratchAsTheBaselineDoes) {
  if (test_device_name().empty()) GTEST_SKIP() << "no OpenCL device";
  TemplateParameters p;
  p.home = HomePattern::kNoReuseRow;
  p.result = ResultLayout::kTransposed;
  p.store_order = StoreOrder::kCoalesced;
  p.local_x = 16;
  p.local_y = 8;
  p.scratch_bytes = 16 * 8 * 4;
  ASSERT_EQ(broken_constraint(p, {}), std::nullopt);
  expect_equal_variants(*test_executor(), p);
}

}  // namespace
}  // namespace lmtune
