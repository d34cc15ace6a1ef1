#include "lmtune/measure/trust.h"

#include <gtest/gtest.h>

#include <vector>

namespace lmtune {
namespace {

Measurement measured(double low, double speedup, double high) {
  Measurement measurement;
  measurement.speedup_low = low;
  measurement.speedup = speedup;
  measurement.speedup_high = high;
  return measurement;
}

TEST(Trust, BeneficialIsAboveOne) {
  EXPECT_TRUE(is_beneficial(measured(0.9, 1.001, 1.2)));
  EXPECT_FALSE(is_beneficial(measured(0.9, 1.0, 1.2)));
}

TEST(Trust, AControlIsFalseOnlyWhereItsIntervalIsWhollyOutsideTheMargin) {
  EXPECT_TRUE(is_false_label(measured(1.021, 1.03, 1.04), 0.02));
  EXPECT_FALSE(is_false_label(measured(1.019, 1.03, 1.04), 0.02));
  EXPECT_FALSE(is_false_label(measured(0.9, 1.0, 1.1), 0.02));
  // As far below 1 as 1.02 is above it.
  EXPECT_TRUE(is_false_label(measured(0.95, 0.97, 0.980), 0.02));
  EXPECT_FALSE(is_false_label(measured(0.95, 0.97, 0.981), 0.02));
}

TEST(Trust, ARepeatAgreesWhereItFallsOnTheSameSideOfOne) {
  EXPECT_TRUE(agrees(measured(1.0, 1.1, 1.2), measured(1.4, 1.5, 1.6)));
  EXPECT_TRUE(agrees(measured(0.8, 0.9, 1.0), measured(0.9, 0.99, 1.1)));
  EXPECT_FALSE(agrees(measured(0.9, 1.001, 1.1), measured(0.9, 0.999, 1.1)));
}

TEST(Trust, TheSpreadIsRelativeToTheMedian) {
  EXPECT_DOUBLE_EQ(reference_spread(std::vector<std::int64_t>{50'000, 51'000, 49'000}), 0.04);
  EXPECT_EQ(reference_spread(std::vector<std::int64_t>{50'000}), 0.0);
  EXPECT_EQ(reference_spread({}), 0.0);
}

}  // namespace
}  // namespace lmtune
