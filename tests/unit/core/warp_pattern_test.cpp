#include "lmtune/core/warp_pattern.h"

#include <gtest/gtest.h>

#include <vector>

namespace lmtune {
namespace {

std::vector<std::uint64_t> strided(std::uint64_t first, std::uint64_t stride) {
  std::vector<std::uint64_t> offsets;
  for (std::uint64_t lane = 0; lane < kWarpLanes; ++lane) offsets.push_back(first + lane * stride);
  return offsets;
}

AccessSummary summary_of(const WarpPattern& pattern, std::uint64_t lowest_offset) {
  AccessSummary summary;
  pattern.add_to(summary, lowest_offset, 1);
  return summary;
}

TEST(WarpPattern, WhereALineBeginsDecidesHowManyAreTouched) {
  const WarpPattern floats(strided(256, 4), 4);
  EXPECT_EQ(floats.lowest_offset(), 256u);
  EXPECT_EQ(summary_of(floats, 256).sectors, 4u);
  EXPECT_EQ(summary_of(floats, 256).lines, 1u);
  EXPECT_EQ(summary_of(floats, 4).sectors, 5u);
  EXPECT_EQ(summary_of(floats, 4).lines, 2u);
  EXPECT_EQ(summary_of(floats, 4), summary_of(floats, 4 + 10 * kLineBytes));
}

TEST(WarpPattern, OrderAndPlaceOfLanesDoNotMatter) {
  std::vector<std::uint64_t> offsets = strided(1000, 8);
  const WarpPattern ascending(offsets, 4);
  std::swap(offsets[0], offsets[31]);
  EXPECT_EQ(WarpPattern(offsets, 4), ascending);
  EXPECT_EQ(WarpPattern(strided(0, 8), 4), ascending);
  EXPECT_FALSE(WarpPattern(strided(0, 12), 4) == ascending);
  EXPECT_FALSE(WarpPattern(strided(0, 8), 8) == ascending);
}

TEST(WarpPattern, UniformCoalescedUncoalesced) {
  EXPECT_EQ(summary_of(WarpPattern(strided(64, 0), 4), 64).uniform_lanes, 32u);
  EXPECT_EQ(summary_of(WarpPattern(strided(0, 8), 4), 0).coalesced_lanes, 32u);     // 2 lines
  EXPECT_EQ(summary_of(WarpPattern(strided(0, 12), 4), 0).uncoalesced_lanes, 32u);  // 3 lines
}

TEST(WarpPattern, TimesMultiplyEverySum) {
  AccessSummary twice;
  const WarpPattern pattern(strided(20, 16), 8);
  pattern.add_to(twice, 20, 2);
  AccessSummary summed = summary_of(pattern, 20);
  summed += summary_of(pattern, 20);
  EXPECT_EQ(twice, summed);
}

TEST(WarpPattern, ElementsAndTheirPieces) {
  const auto elements = [](std::uint64_t stride, std::uint32_t bytes) {
    return WarpPattern(strided(0, stride), bytes).elements(0, 4);
  };
  EXPECT_EQ(elements(4, 4).elements, 32u);
  EXPECT_EQ(elements(4, 4).pieces, 1u);
  EXPECT_EQ(elements(8, 4).pieces, 32u);
  EXPECT_EQ(elements(8, 8).elements, 64u);  // pairs of floats, side by side
  EXPECT_EQ(elements(8, 8).pieces, 1u);
  EXPECT_EQ(elements(0, 4).elements, 1u);
  EXPECT_EQ(elements(2, 2).elements, 16u);  // halves of elements
}

}  // namespace
}  // namespace lmtune
