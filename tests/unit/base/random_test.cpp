#include "lmtune/base/random.h"

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <map>
#include <span>
#include <vector>

namespace lmtune {
namespace {

// The sequence is part of the contract: campaigns must be equal on every machine.
TEST(Random, IsTheSameEverywhere) {
  Random random(1);
  EXPECT_EQ(random.integer(0, 999), 528);
  EXPECT_EQ(random.integer(-5, 5), -4);
  EXPECT_DOUBLE_EQ(random.real(), 0.45121490384453811);
  EXPECT_EQ(mix_bits(0, 0),
            0xe220a8397b1dcdafULL);  // splitmix64's published first value for seed 0
}

TEST(Random, IntegersCoverTheirRangeEvenly) {
  Random random(7);
  std::array<int, 6> counts{};
  for (int i = 0; i < 60000; ++i) ++counts[static_cast<std::size_t>(random.integer(10, 15) - 10)];
  for (const int count : counts) EXPECT_NEAR(count, 10000, 400);
}

TEST(Random, ShufflesIntoEveryOrderAlike) {
  Random random(5);
  std::map<std::vector<int>, int> times;
  for (int i = 0; i < 6000; ++i) {
    std::vector<int> values{1, 2, 3};
    random.shuffle(std::span(values));
    ++times[values];
  }
  ASSERT_EQ(times.size(), 6U);
  for (const auto& [order, count] : times) EXPECT_NEAR(count, 1000, 150);
}

TEST(Random, ExtremesOfTheRange) {
  Random random(7);
  EXPECT_EQ(random.integer(42, 42), 42);
  const std::int64_t any = random.integer(INT64_MIN, INT64_MAX);
  EXPECT_NE(any, random.integer(INT64_MIN, INT64_MAX));
}

}  // namespace
}  // namespace lmtune
