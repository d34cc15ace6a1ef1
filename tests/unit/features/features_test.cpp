#include "lmtune/features/features.h"

#include <gtest/gtest.h>

#include <cmath>

#include "lmtune/base/error.h"
#include "unit/features/features_support.h"

namespace lmtune {
namespace {

// Each lane of 32 reads a row of its own of 64 floats, so 32 sectors and lines an access; 4 units
// along y share each row; a sector of 8 floats is asked for by 8 accesses of each of 4 warps.
TEST(Features, ARowPerLane) {
  const FeatureVector f = features_of(row_per_lane());
  EXPECT_EQ(f[Feature::kTargetLoadsPerItem], 64);
  EXPECT_EQ(f[Feature::kTargetReuse], 4);
  EXPECT_EQ(f[Feature::kTargetSectorsPerAccess], 32);
  EXPECT_EQ(f[Feature::kTargetLinesPerAccess], 32);
  EXPECT_EQ(f[Feature::kTargetUniformShare], 0);
  EXPECT_EQ(f[Feature::kTargetActiveLanes], 1);
  EXPECT_EQ(f[Feature::kTargetSectorReuse], 32);
  EXPECT_EQ(f[Feature::kFootprintBytes], 32 * 64 * 4);
  EXPECT_EQ(f[Feature::kTargetToCache], 128.0 * 64 * 4 / (1 << 20));
  EXPECT_EQ(f[Feature::kStagedElements], 32 * 16);
  EXPECT_EQ(f[Feature::kStagedRuns], 32);
  EXPECT_EQ(f[Feature::kStagingEpisodes], 4);
  EXPECT_EQ(f[Feature::kStagedPerItem], 16);
  EXPECT_EQ(f[Feature::kStagingOverfetch], 1);
  EXPECT_EQ(f[Feature::kLoadsPerStagedElement], 4);
  EXPECT_EQ(f[Feature::kStagingBarriers], 8);
  EXPECT_EQ(f[Feature::kFlopsPerTargetLoad], 2);
  EXPECT_EQ(f[Feature::kStoresPerItem], 1);
  EXPECT_EQ(f[Feature::kStoreSectorsPerAccess], 4);
  EXPECT_EQ(f[Feature::kGroupItems], 128);
  EXPECT_EQ(f[Feature::kGroupCount], 4 * 32);
  EXPECT_EQ(f[Feature::kResidentGroups], 16);        // 2048 / 128
  EXPECT_EQ(f[Feature::kResidentGroupsCached], 16);  // 48 KiB / 2 KiB = 24 would fit
  EXPECT_EQ(f[Feature::kWaves], 128.0 / (16 * 10));
}

TEST(Features, ASharedElementIsUniform) {
  TemplateParameters p;
  p.trips_inner = p.chunk_inner = 4096;
  p.local_x = 64;
  p.local_y = 1;
  const FeatureVector f = features_of(p);
  EXPECT_EQ(f[Feature::kTargetUniformShare], 1);
  EXPECT_EQ(f[Feature::kTargetSectorsPerAccess], 1);
  EXPECT_EQ(f[Feature::kTargetReuse], 64);
  EXPECT_EQ(f[Feature::kResidentGroups], 32);
  EXPECT_EQ(f[Feature::kResidentGroupsCached], 3);  // 48 KiB / 16 KiB
  EXPECT_EQ(f[Feature::kResidencyKept], 3.0 / 32.0);
}

TEST(Features, OtherLoadsByCoalescing) {
  TemplateParameters p;
  p.trips_inner = p.chunk_inner = 4;
  p.loop.coalesced = 2;
  p.loop.uncoalesced = 1;
  p.epilogue.coalesced = 3;
  p.local_x = 32;
  p.local_y = 2;
  const FeatureVector f = features_of(p);
  EXPECT_EQ(f[Feature::kOtherCoalescedLoads], 2 * 4 + 3);
  EXPECT_EQ(f[Feature::kOtherUncoalescedLoads], 4);
  EXPECT_EQ(f[Feature::kOtherUniformLoads], 0);
  EXPECT_EQ(f[Feature::kFlopsPerTargetLoad], (4 * (2 + 3) + 3) / 4.0);
}

TEST(Features, ATargetThatIsNeverLoadedIsRefused) {
  TemplateParameters p;
  Benchmark b = make_synthetic(p, template_source());
  b.target = "result";
  EXPECT_THROW(compute_features(summarise(trace_synthetic(p), b), b, *b.plan, some_device()),
               Error);
}

TEST(Features, EveryFeatureIsFinite) {
  const FeatureVector f = features_of(TemplateParameters{});
  for (const double value : f.values) EXPECT_TRUE(std::isfinite(value));
}

}  // namespace
}  // namespace lmtune
