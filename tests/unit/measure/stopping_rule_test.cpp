#include "lmtune/measure/stopping_rule.h"

#include <gtest/gtest.h>

namespace lmtune {
namespace {

const StoppingOptions kOptions{.margin = 0.02, .min_pairs = 8, .max_pairs = 20, .max_ns = 1000};

TEST(StoppingRule, GoesOnBelowTheFewestPairs) {
  EXPECT_FALSE(stop_reason({0.5, 0.4, 0.6}, 6, 0, kOptions));
  EXPECT_EQ(stop_reason({0.5, 0.4, 0.6}, 8, 0, kOptions), StopReason::kDifferent);
}

TEST(StoppingRule, StopsWhereTheIntervalIsWhollyOutside) {
  EXPECT_EQ(stop_reason({-0.5, -0.6, -0.4}, 8, 0, kOptions), StopReason::kDifferent);
  EXPECT_EQ(stop_reason({0.03, 0.021, 0.04}, 8, 0, kOptions), StopReason::kDifferent);
  EXPECT_FALSE(stop_reason({0.03, 0.015, 0.04}, 8, 0, kOptions));
}

TEST(StoppingRule, StopsWhereTheIntervalIsWhollyInside) {
  EXPECT_EQ(stop_reason({0.0, -0.01, 0.01}, 8, 0, kOptions), StopReason::kTie);
  EXPECT_FALSE(stop_reason({0.0, -0.03, 0.01}, 8, 0, kOptions));
}

TEST(StoppingRule, StopsAtTheCaps) {
  const MedianInterval undecided{0.0, -0.1, 0.1};
  EXPECT_FALSE(stop_reason(undecided, 18, 999, kOptions));
  EXPECT_EQ(stop_reason(undecided, 20, 0, kOptions), StopReason::kPairs);
  EXPECT_EQ(stop_reason(undecided, 2, 1000, kOptions), StopReason::kTime);
}

}  // namespace
}  // namespace lmtune
