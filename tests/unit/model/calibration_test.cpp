#include "lmtune/model/calibration.h"

#include <gtest/gtest.h>

#include <cmath>

#include "lmtune/base/random.h"
#include "unit/model/samples.h"

namespace lmtune {
namespace {

/// Samples that are beneficial with the probability that `log_odds` say, times `truth`.
std::vector<Sample> samples_for(const std::vector<double>& log_odds, double truth) {
  Random random(4);
  std::vector<Sample> samples;
  for (const double one : log_odds) {
    samples.emplace_back().speedup = random.chance(probability_of(one, truth)) ? 2.0 : 0.5;
  }
  return samples;
}

std::vector<double> spread_log_odds(std::size_t count) {
  std::vector<double> log_odds;
  for (std::size_t i = 0; i < count; ++i) {
    log_odds.push_back(8.0 * static_cast<double>(i) / static_cast<double>(count) - 4.0);
  }
  return log_odds;
}

TEST(BestTemperature, UndoesOverconfidence) {
  const std::vector<double> log_odds = spread_log_odds(20'000);
  for (const double truth : {0.3, 1.0, 2.0}) {
    const std::vector<Sample> samples = samples_for(log_odds, truth);
    EXPECT_NEAR(best_temperature(log_odds, testing::pointers(samples)), truth, 0.1 * truth);
  }
  EXPECT_EQ(best_temperature({}, {}), 1.0);
}

TEST(BestTemperature, StaysFiniteWhereAllIsRightOrWrong) {
  const std::vector<double> log_odds{-3.0, 2.0};
  std::vector<Sample> samples(2);
  samples[0].speedup = 0.5;
  samples[1].speedup = 2.0;
  EXPECT_NEAR(best_temperature(log_odds, testing::pointers(samples)), 5.0, 1e-6);
  std::swap(samples[0], samples[1]);
  EXPECT_NEAR(best_temperature(log_odds, testing::pointers(samples)), 0.05, 1e-6);
}

TEST(Reliability, CountsByHand) {
  const std::vector<Sample> samples = samples_for({9.0, 9.0, -9.0, 9.0}, 1e3);
  const std::vector<ReliabilityBin> bins =
      reliability(std::vector<double>{0.91, 0.99, 0.05, 1.0}, testing::pointers(samples));
  ASSERT_EQ(bins.size(), 2U);
  EXPECT_EQ(bins[0].samples, 1U);
  EXPECT_DOUBLE_EQ(bins[0].observed, 0.0);
  EXPECT_EQ(bins[1].samples, 3U);
  EXPECT_NEAR(bins[1].predicted, 2.9 / 3.0, 1e-12);
  EXPECT_DOUBLE_EQ(bins[1].observed, 1.0);
}

TEST(BrierScore, CountsByHand) {
  const std::vector<Sample> samples = samples_for({9.0, -9.0}, 1e3);
  EXPECT_NEAR(brier_score(std::vector<double>{0.8, 0.4}, testing::pointers(samples)),
              (0.04 + 0.16) / 2.0, 1e-12);
}

TEST(SurenessOfShare, LeavesThatShareToBeAnswered) {
  std::vector<double> probabilities;
  for (int i = 0; i < 100; ++i) probabilities.push_back(0.005 + 0.01 * i);
  const double from = sureness_of_share(probabilities, 0.8);
  int sure = 0;
  for (const double p : probabilities) sure += std::max(p, 1.0 - p) >= from;
  EXPECT_EQ(sure, 80);
  EXPECT_EQ(sureness_of_share({}, 0.8), 0.5);
}

TEST(SpeedupRanges, HoldEightOfTenErrorsWhereverThePredictionIs) {
  Random random(9);
  std::vector<double> predicted;
  std::vector<Sample> samples;
  for (int i = 0; i < 5000; ++i) {
    predicted.push_back(2.0 * random.real() - 1.0);
    const double error = (random.real() - 0.5) * (predicted.back() > 0.0 ? 1.0 : 0.2);
    samples.emplace_back().speedup = std::exp(predicted.back() + error);
  }
  const std::vector<SpeedupRange> ranges = speedup_ranges(predicted, testing::pointers(samples));
  ASSERT_EQ(ranges.size(), 5U);
  EXPECT_NEAR(ranges.front().low, -0.08, 0.01);
  EXPECT_NEAR(ranges.front().high, 0.08, 0.01);
  EXPECT_NEAR(ranges.back().high, 0.4, 0.05);
  for (std::size_t i = 1; i < 5; ++i) EXPECT_LT(ranges[i - 1].up_to, ranges[i].up_to);
  EXPECT_TRUE(speedup_ranges({}, {}).empty());
}

}  // namespace
}  // namespace lmtune
