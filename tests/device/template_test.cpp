// Random synthetic benchmarks on an OpenCL device: both variants compute the same, bit for bit.
#include <gtest/gtest.h>

#include "lmtune/base/error.h"
#include "lmtune/generate/generate.h"
#include "lmtune/opencl/devices.h"
#include "lmtune/opencl/executor.h"
#include "lmtune/template/template_source.h"
#include "support/opencl_runner.h"

namespace lmtune {
namespace {

TEST(TemplateOnDevice, BothVariantsComputeTheSame) {
  std::size_t index = 0;
  try {
    index = select_device(list_devices(), test_device_name());
  } catch (const Error& error) {
    GTEST_SKIP() << error.what();
  }
  const auto executor = make_opencl_executor(index);
  for (const TemplateParameters& p : generate_range({24, 4, CampaignSize::kSmall})) {
    const Benchmark benchmark = make_synthetic(p, template_source());
    try {
      EXPECT_EQ(executor->prepare(benchmark)->compare_variants(), 0.0) << benchmark.name;
    } catch (const BenchmarkFailure& failure) {
      ADD_FAILURE() << benchmark.name << ": " << failure.reason;
    }
  }
}

}  // namespace
}  // namespace lmtune
