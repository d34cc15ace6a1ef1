#include "lmtune/measure/statistics.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

namespace lmtune {
namespace {

std::vector<double> one_to(int n) {
  std::vector<double> values(static_cast<std::size_t>(n));
  std::iota(values.begin(), values.end(), 1.0);
  return values;
}

TEST(Median, OfOddAndEvenNumbers) {
  EXPECT_EQ(median({3.0, 1.0, 2.0}), 2.0);
  EXPECT_EQ(median({4.0, 1.0, 3.0, 2.0}), 2.5);
  EXPECT_EQ(median({7.0}), 7.0);
}

// Ranks from the tables of the sign test: P(B <= k - 1) <= 2.5 % for B ~ Binomial(n, 1/2).
TEST(MedianInterval, HasTheRanksOfTheSignTest) {
  struct Row {
    int n;
    double low, high;
  };
  for (const Row& row : {Row{6, 1, 6}, Row{8, 1, 8}, Row{9, 2, 8}, Row{12, 3, 10}, Row{20, 6, 15},
                         Row{25, 8, 18}, Row{64, 24, 41}}) {
    const MedianInterval interval = median_interval(one_to(row.n));
    EXPECT_EQ(interval.low, row.low) << row.n;
    EXPECT_EQ(interval.high, row.high) << row.n;
    EXPECT_EQ(interval.median, (row.n + 1) / 2.0) << row.n;
  }
}

TEST(MedianInterval, IsTheRangeOfFewValues) {
  for (int n = 1; n < 6; ++n) {
    const MedianInterval interval = median_interval(one_to(n));
    EXPECT_EQ(interval.low, 1.0);
    EXPECT_EQ(interval.high, n);
  }
}

TEST(MedianInterval, DoesNotDependOnTheOrder) {
  const MedianInterval interval = median_interval({9, 2, 7, 4, 5, 6, 3, 8, 1});
  EXPECT_EQ(interval.low, 2.0);
  EXPECT_EQ(interval.median, 5.0);
  EXPECT_EQ(interval.high, 8.0);
}

TEST(LogRatios, AreOfEachPair) {
  const std::vector<std::int64_t> baseline{200, 100, 50};
  const std::vector<std::int64_t> cached{100, 100, 100};
  const std::vector<double> ratios = log_ratios(baseline, cached);
  ASSERT_EQ(ratios.size(), 3u);
  EXPECT_DOUBLE_EQ(ratios[0], std::log(2.0));
  EXPECT_DOUBLE_EQ(ratios[1], 0.0);
  EXPECT_DOUBLE_EQ(ratios[2], -std::log(2.0));
}

TEST(LogRatios, OfATimerThatStoodStillAreFinite) {
  const std::vector<std::int64_t> zero{0};
  const std::vector<std::int64_t> one{1};
  EXPECT_EQ(log_ratios(zero, one)[0], 0.0);
}

}  // namespace
}  // namespace lmtune
