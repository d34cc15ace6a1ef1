#include "lmtune/io/run_merge.h"

#include <gtest/gtest.h>

namespace lmtune {
namespace {

Measurement measured(double low, double high, std::size_t samples) {
  Measurement measurement;
  measurement.speedup = 1.0;
  measurement.speedup_low = low;
  measurement.speedup_high = high;
  measurement.baseline_ns.assign(samples, 1000);
  return measurement;
}

bool better(const Measurement& one, const Measurement& other) {
  return is_better(quality_of(one), quality_of(other));
}

TEST(IsBetter, CorrectOnesThenNarrowIntervalsThenMoreSamples) {
  Measurement failed = measured(1.0, 1.0, 99);
  failed.status = Status::kTimeout;
  EXPECT_TRUE(better(measured(0.1, 9.0, 1), failed));
  EXPECT_FALSE(better(failed, measured(0.1, 9.0, 1)));
  EXPECT_FALSE(better(failed, failed));
  EXPECT_TRUE(better(measured(0.99, 1.01, 8), measured(0.98, 1.02, 32)));
  EXPECT_TRUE(better(measured(0.99, 1.01, 9), measured(0.99, 1.01, 8)));
  EXPECT_FALSE(better(measured(0.99, 1.01, 8), measured(0.99, 1.01, 8)));
}

TEST(RunDifference, NamesTheFirstThingThatDiffers) {
  RunHeader one{"0.1.0", {}, {{"max_pairs", 32.0}, {"margin", 0.02}}};
  one.device.name = "GPU";
  EXPECT_FALSE(run_difference(one, one));
  RunHeader other = one;
  other.lmtune_version = "0.2.0";  // times stay comparable
  EXPECT_FALSE(run_difference(one, other));
  other.protocol["max_pairs"] = 64.0;
  EXPECT_EQ(run_difference(one, other)->what, "the protocol's max_pairs");
  other.protocol = {{"margin", 0.02}};
  EXPECT_EQ(run_difference(one, other)->second, "missing");
  EXPECT_EQ(run_difference(other, one)->first, "missing");
  other.device.name = "other GPU";
  EXPECT_EQ(run_difference(one, other)->what, "the device");
}

}  // namespace
}  // namespace lmtune
