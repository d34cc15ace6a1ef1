#include "lmtune/measure/stopping_rule.h"

#include <gtest/gtest.h>

#include <vector>

namespace lmtune {
namespace {

const StoppingOptions kOptions{.margin = 0.02,
                               .min_pairs = 8,
                               .max_pairs = 20,
                               .fewest_pairs = 4,
                               .max_ns = 1000,
                               .hard_max_ns = 5000,
                               .clear_margin = 0.10,
                               .clear_pairs = 4,
                               .clear_pair_ns = 100};

/// Short launches unless said otherwise.
SamplingState after(std::size_t pairs, std::int64_t elapsed_ns = 0, std::int64_t pair_ns = 1) {
  return {pairs, elapsed_ns, pair_ns, pair_ns};
}

TEST(StoppingRule, GoesOnBelowTheFewestPairs) {
  EXPECT_FALSE(stop_reason({0.5, 0.4, 0.6}, after(6), kOptions));
  EXPECT_EQ(stop_reason({0.5, 0.4, 0.6}, after(8), kOptions), StopReason::kDifferent);
}

TEST(StoppingRule, StopsWhereTheIntervalIsWhollyOutside) {
  EXPECT_EQ(stop_reason({-0.5, -0.6, -0.4}, after(8), kOptions), StopReason::kDifferent);
  EXPECT_EQ(stop_reason({0.03, 0.021, 0.04}, after(8), kOptions), StopReason::kDifferent);
  EXPECT_FALSE(stop_reason({0.03, 0.015, 0.04}, after(8), kOptions));
}

TEST(StoppingRule, StopsWhereTheIntervalIsWhollyInside) {
  EXPECT_EQ(stop_reason({0.0, -0.01, 0.01}, after(8), kOptions), StopReason::kTie);
  EXPECT_FALSE(stop_reason({0.0, -0.03, 0.01}, after(8), kOptions));
}

const MedianInterval kUndecided{0.0, -0.1, 0.1};

TEST(StoppingRule, StopsAtTheMostPairs) {
  EXPECT_FALSE(stop_reason(kUndecided, after(18), kOptions));
  EXPECT_EQ(stop_reason(kUndecided, after(20), kOptions), StopReason::kPairs);
}

TEST(StoppingRule, StopsWhenTheTimeIsOver) {
  EXPECT_FALSE(stop_reason(kUndecided, after(4, 999), kOptions));
  EXPECT_EQ(stop_reason(kUndecided, after(4, 1000), kOptions), StopReason::kTime);
  // Fewer pairs than that say too little, until they take very long.
  EXPECT_FALSE(stop_reason(kUndecided, after(2, 4999), kOptions));
  EXPECT_EQ(stop_reason(kUndecided, after(2, 5000), kOptions), StopReason::kTime);
}

TEST(StoppingRule, FewPairsOfLongLaunchesShowALargeEffect) {
  EXPECT_EQ(stop_reason({0.5, 0.11, 0.6}, after(4, 0, 100), kOptions), StopReason::kDifferent);
  EXPECT_EQ(stop_reason({-0.5, -0.6, -0.11}, after(4, 0, 100), kOptions), StopReason::kDifferent);
  EXPECT_FALSE(stop_reason({0.5, 0.09, 0.6}, after(4, 0, 100), kOptions));
  EXPECT_FALSE(stop_reason({0.5, 0.11, 0.6}, after(4, 0, 99), kOptions));
  EXPECT_FALSE(stop_reason({0.5, 0.11, 0.6}, after(2, 0, 100), kOptions));
  EXPECT_FALSE(stop_reason({0.0, -0.01, 0.01}, after(4, 0, 100), kOptions));  // no tie so early
}

TEST(StoppingRule, TakesForcedPairsWhateverTheySay) {
  StoppingOptions options = kOptions;
  options.forced_pairs = options.max_pairs = 30;
  for (const MedianInterval& interval :
       {kUndecided, MedianInterval{0.5, 0.4, 0.6}, MedianInterval{0.0, 0.0, 0.0}}) {
    EXPECT_FALSE(stop_reason(interval, after(28, 1'000'000, 100), options));
    EXPECT_TRUE(stop_reason(interval, after(30), options));
  }
  EXPECT_EQ(next_pairs(after(0, 0, 1'000'000), options), 30u);
}

std::vector<std::size_t> looks(const StoppingOptions& options, std::int64_t pair_ns) {
  std::vector<std::size_t> all;
  for (SamplingState state = after(0, 0, pair_ns); state.pairs < options.max_pairs;) {
    state.pairs += next_pairs(state, options);
    state.elapsed_ns = static_cast<std::int64_t>(state.pairs) * pair_ns;
    all.push_back(state.pairs);
  }
  return all;
}

TEST(NextPairs, LooksSeldom) {
  EXPECT_EQ(looks({}, 100'000), (std::vector<std::size_t>{8, 12, 18, 28, 32}));
}

TEST(NextPairs, LooksAtLongLaunchesSooner) {
  EXPECT_EQ(looks({}, 200'000).front(), 4u);
  EXPECT_EQ(looks({}, 199'999).front(), 8u);
}

TEST(NextPairs, KeepsToTheTime) {
  EXPECT_EQ(next_pairs(after(8, 400, 100), kOptions), 4u);  // up to the next look
  EXPECT_EQ(next_pairs(after(8, 750, 100), kOptions), 2u);
  EXPECT_EQ(next_pairs(after(4, 2000, 100), kOptions), 2u);  // a whole ABBA at least
  EXPECT_EQ(next_pairs(after(0, 0, 1'000'000), kOptions), 2u);
}

TEST(NextPairs, AreWholeAbbas) {
  StoppingOptions options;
  options.min_pairs = 7;
  options.max_pairs = 31;
  for (const std::size_t pairs : looks(options, 1000)) EXPECT_EQ(pairs % 2, 0u) << pairs;
}

}  // namespace
}  // namespace lmtune
