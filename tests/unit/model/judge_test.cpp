#include "lmtune/model/judge.h"

#include <gtest/gtest.h>

#include <vector>

#include "unit/model/samples.h"

namespace lmtune {
namespace {

Sample sample_of(double speedup) {
  Sample sample;
  sample.speedup = speedup;
  return sample;
}

TEST(PerformanceCaptured, IsTheFasterTimeOverTheChosenTime) {
  // Speedup 2: baseline 2, cached 1. Speedup 0.25: baseline 1, cached 4.
  EXPECT_DOUBLE_EQ(performance_captured(Verdict::kCache, 2.0), 1.0);
  EXPECT_DOUBLE_EQ(performance_captured(Verdict::kLeave, 2.0), 0.5);
  EXPECT_DOUBLE_EQ(performance_captured(Verdict::kCache, 0.25), 0.25);
  EXPECT_DOUBLE_EQ(performance_captured(Verdict::kLeave, 0.25), 1.0);
  EXPECT_DOUBLE_EQ(performance_captured(Verdict::kCache, 1.0), 1.0);
  EXPECT_DOUBLE_EQ(performance_captured(Verdict::kLeave, 1.0), 1.0);
}

TEST(VerdictOf, CachesFromOneHalf) {
  EXPECT_EQ(verdict_of(0.5), Verdict::kCache);
  EXPECT_EQ(verdict_of(0.499), Verdict::kLeave);
}

TEST(Judge, CountsByHand) {
  const std::vector<Sample> samples{sample_of(2.0), sample_of(4.0), sample_of(0.5),
                                    sample_of(1.01)};
  // Right, wrong, right, wrong (but that one is not decisive).
  const std::vector<double> probabilities{0.9, 0.2, 0.1, 0.4};
  const ModelEvaluation evaluation = judge(testing::pointers(samples), probabilities);
  EXPECT_DOUBLE_EQ(evaluation.accuracy, 2.0 / 4.0);
  EXPECT_DOUBLE_EQ(evaluation.decisive_accuracy, 2.0 / 3.0);
  EXPECT_DOUBLE_EQ(evaluation.always_accuracy, 3.0 / 4.0);
  EXPECT_DOUBLE_EQ(evaluation.never_accuracy, 1.0 / 4.0);
  EXPECT_DOUBLE_EQ(evaluation.performance_captured, (1.0 + 0.25 + 1.0 + 1.0 / 1.01) / 4.0);
  EXPECT_DOUBLE_EQ(evaluation.always_performance, (1.0 + 1.0 + 0.5 + 1.0) / 4.0);
  EXPECT_DOUBLE_EQ(evaluation.never_performance, (0.5 + 0.25 + 1.0 + 1.0 / 1.01) / 4.0);
}

TEST(Answered, LeavesOutWhereTheModelIsNotSure) {
  const std::vector<Sample> samples{sample_of(2.0), sample_of(4.0), sample_of(0.5),
                                    sample_of(1.01)};
  const std::vector<double> probabilities{0.9, 0.2, 0.1, 0.4};
  const Answered sure = answered(testing::pointers(samples), probabilities, 0.8);
  EXPECT_DOUBLE_EQ(sure.share, 0.75);
  EXPECT_DOUBLE_EQ(sure.score.decisive_accuracy, 2.0 / 3.0);
  EXPECT_EQ(answered(testing::pointers(samples), probabilities, 0.95).score.samples, 0U);
}

TEST(Judge, WithoutADecisiveSample) {
  const std::vector<Sample> samples{sample_of(1.02)};
  EXPECT_EQ(judge(testing::pointers(samples), std::vector<double>{0.9}).decisive_accuracy, 0.0);
}

}  // namespace
}  // namespace lmtune
