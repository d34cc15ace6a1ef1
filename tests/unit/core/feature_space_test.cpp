#include "lmtune/core/feature_space.h"

#include <gtest/gtest.h>

#include <vector>

namespace lmtune {
namespace {

FeatureVector all(double value) {
  FeatureVector features;
  features.values.fill(value);
  return features;
}

TEST(FeatureSpace, CountsInDeviationsOnAScaleOfPowers) {
  const FeatureSpace space(std::vector<FeatureVector>{all(0.0), all(3.0)});  // powers 0 and 2
  EXPECT_FLOAT_EQ(space.point(all(0.0))[0], -1.0f);
  EXPECT_FLOAT_EQ(space.point(all(1.0))[0], 0.0f);
  EXPECT_FLOAT_EQ(space.point(all(3.0))[0], 1.0f);
  EXPECT_FLOAT_EQ(space.point(all(7.0))[0], 2.0f);
  EXPECT_FLOAT_EQ(distance(space.point(all(0.0)), space.point(all(7.0))), 3.0f);
}

TEST(FeatureSpace, ClipsWhatIsFarAndIgnoresWhatNeverVaries) {
  FeatureVector second = all(3.0);
  second.values[5] = 0.0;
  const FeatureSpace space(std::vector<FeatureVector>{all(0.0), second});
  EXPECT_FLOAT_EQ(space.point(all(1e30))[0], FeatureSpace::kFarthest);
  EXPECT_FLOAT_EQ(space.point(all(1e30))[5], 0.0f);
}

TEST(FeatureSpace, DensityCountsWhatIsWithinTheRadius) {
  FeaturePoint centre{};
  std::vector<FeaturePoint> set(3);
  set[1].fill(0.5f);
  set[2].fill(2.0f);
  EXPECT_EQ(vicinity_density(centre, set, 0.4f), 1u);
  EXPECT_EQ(vicinity_density(centre, set, 0.5f), 2u);
  EXPECT_EQ(vicinity_density(centre, set, 3.0f), 3u);
}

}  // namespace
}  // namespace lmtune
