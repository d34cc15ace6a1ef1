// Features whose values can be worked out by hand, a few benchmarks at a time.
#include <gtest/gtest.h>

#include "unit/features/features_support.h"

namespace lmtune {
namespace {

TEST(FeatureValues, ReadsOfTheTarget) {
  const FeatureVector f = features_of(row_per_lane());
  EXPECT_EQ(f[Feature::kTargetInstructions], 1);
  EXPECT_EQ(f[Feature::kTargetTrips], 64);
  EXPECT_EQ(f[Feature::kTargetItemReuse], 1);
  EXPECT_EQ(f[Feature::kTargetSharing], 4);
  EXPECT_EQ(f[Feature::kTargetWarpSharing], 1);
  EXPECT_EQ(f[Feature::kTargetPiecesPerAccess], 32);
  EXPECT_EQ(f[Feature::kTargetSectorUse], 1);
  EXPECT_EQ(f[Feature::kTargetLoadBytes], 4);
}

TEST(FeatureValues, LanesThatShareAnElement) {
  TemplateParameters p;
  p.home = HomePattern::kXReuseRow;
  p.local_x = 16;  // a warp has two rows of units, each with one element
  p.local_y = 4;
  const FeatureVector f = features_of(p);
  EXPECT_EQ(f[Feature::kTargetWarpSharing], 16);
  EXPECT_EQ(f[Feature::kTargetSharing], 16);
  EXPECT_EQ(f[Feature::kTargetPiecesPerAccess], 1);  // M is 1: the two follow each other
  p.pitch_padding = 1;
  EXPECT_EQ(features_of(p)[Feature::kTargetPiecesPerAccess], 2);
}

TEST(FeatureValues, AStencilSharesWithNeighbours) {
  TemplateParameters p;
  p.home = HomePattern::kNoReuseRow;
  p.radius_rows = p.radius_cols = 1;
  p.local_x = 32;
  p.local_y = 1;
  const FeatureVector f = features_of(p);
  EXPECT_EQ(f[Feature::kTargetTrips], 9);
  EXPECT_EQ(f[Feature::kTargetItemReuse], 1);
  EXPECT_EQ(f[Feature::kTargetSharing], 32.0 * 9 / (3 * 34));
  EXPECT_EQ(f[Feature::kTargetPiecesPerAccess], 1);
  // 102 elements are copied by 32 work-items: three rounds with all, one with 6.
  EXPECT_EQ(f[Feature::kStagingCopyRounds], 4);
  EXPECT_EQ(f[Feature::kStagingCopyBalance], 102.0 / 128);
}

TEST(FeatureValues, AnItemsUnitsReuseWhatTheyShare) {
  TemplateParameters p;
  p.trips_inner = p.chunk_inner = 8;
  p.item_units_x = 2;
  EXPECT_EQ(features_of(p)[Feature::kTargetItemReuse], 2);
  p.unit_order = UnitOrder::kRegisterTile;  // loads it once for both
  EXPECT_EQ(features_of(p)[Feature::kTargetItemReuse], 1);
}

TEST(FeatureValues, MembersOfStructs) {
  TemplateParameters p;
  p.home = HomePattern::kYReuseCol;
  p.element = Element::kStruct;
  p.local_x = 32;
  p.local_y = 1;
  const FeatureVector f = features_of(p);
  EXPECT_EQ(f[Feature::kTargetInstructions], 6);
  EXPECT_EQ(f[Feature::kTargetLoadBytes], 4);
  EXPECT_EQ(f[Feature::kTargetElementBytes], 24);
  EXPECT_EQ(f[Feature::kTargetItemReuse], 6);
  EXPECT_EQ(f[Feature::kTargetSectorsPerAccess], 24);  // 32 structs of 24 bytes
  EXPECT_EQ(f[Feature::kTargetPiecesPerAccess], 1);
  EXPECT_EQ(f[Feature::kBankConflicts], 2);  // words 6 apart meet in every second bank
}

TEST(FeatureValues, SectorsThatAreHardlyUsed) {
  TemplateParameters p;
  p.home = HomePattern::kYReuseRow;
  p.pitch_padding = 7;  // a sector a row, of which one float is read
  p.local_x = 32;
  p.local_y = 1;
  EXPECT_EQ(features_of(p)[Feature::kTargetSectorUse], 4.0 / 32);
}

TEST(FeatureValues, FootprintAgainstTheL1Cache) {
  const FeatureVector f = features_of(row_per_lane());
  EXPECT_EQ(f[Feature::kFootprintPerItem], 64);  // 32 rows of 256 bytes, 128 work-items
  EXPECT_EQ(f[Feature::kFootprintToL1], 8192.0 / (48 * 1024));
  EXPECT_EQ(f[Feature::kResidentFootprintToL1], 16 * 8192.0 / (48 * 1024));
}

TEST(FeatureValues, StagingAndItsTraffic) {
  TemplateParameters p = row_per_lane();
  const FeatureVector f = features_of(p);
  EXPECT_EQ(f[Feature::kLoadsPerEpisode], 16);
  EXPECT_EQ(f[Feature::kStagedRunPadding], 0);
  EXPECT_EQ(f[Feature::kStagingCopyRounds], 4);  // 512 elements, 128 work-items
  EXPECT_EQ(f[Feature::kStagingCopyBalance], 1);
  // 4 warps load 64 times from 32 sectors; 4 episodes copy 32 runs of 2 sectors; the 4 warps store
  // 4 sectors each.
  EXPECT_EQ(f[Feature::kStagingSectorSaving], 8192.0 / 256);
  EXPECT_EQ(f[Feature::kTrafficKept], (256.0 + 16) / (8192 + 16));
  EXPECT_EQ(f[Feature::kOtherToTargetSectors], 16.0 / 8192);
  EXPECT_EQ(f[Feature::kFlopsPerSectorByte], 128.0 * 64 * 2 / ((8192 + 16) * 32));
  EXPECT_EQ(f[Feature::kBankConflicts], 16);  // rows of 16 words begin in banks 0 and 16
  p.tile_padding = 1;
  const FeatureVector padded = features_of(p);
  EXPECT_EQ(padded[Feature::kStagedRunPadding], 4);
  EXPECT_EQ(padded[Feature::kBankConflicts], 1);
}

TEST(FeatureValues, BankConflictsWhereRowsOfTheTargetAreOneRun) {
  TemplateParameters p = row_per_lane();
  p.chunk_inner = 64;
  p.tile_padding = 1;
  const FeatureVector f = features_of(p);
  EXPECT_EQ(f[Feature::kStagedRuns], 1);
  EXPECT_EQ(f[Feature::kBankConflicts], 1);  // rows of 65 words
  p.tile_padding = 0;
  EXPECT_EQ(features_of(p)[Feature::kBankConflicts], 32);  // of 64
}

TEST(FeatureValues, StoresInTheLoopMayAlias) {
  TemplateParameters p;
  p.trips_inner = p.chunk_inner = 8;
  p.accumulation = Accumulation::kMemory;
  p.qualifiers = Qualifiers::kConst;
  const FeatureVector f = features_of(p);
  EXPECT_EQ(f[Feature::kTargetUnaliased], 0);
  EXPECT_EQ(f[Feature::kAliasingStores], 1);
  EXPECT_EQ(f[Feature::kStoreLoopShare], 8.0 / 9);  // the sum's first value is stored before
  p.accumulation = Accumulation::kRegister;
  EXPECT_EQ(features_of(p)[Feature::kAliasingStores], 0);
  EXPECT_EQ(features_of(p)[Feature::kStoreLoopShare], 0);
  p.item_units_x = 4;  // an item's four stores lie between its loads
  EXPECT_EQ(features_of(p)[Feature::kAliasingStores], 1.0 / 8);
  p.qualifiers = Qualifiers::kRestrict;
  EXPECT_EQ(features_of(p)[Feature::kTargetUnaliased], 1);
  EXPECT_EQ(features_of(p)[Feature::kAliasingStores], 0);
}

TEST(FeatureValues, OtherLoadsInTheLoopAndAfterIt) {
  TemplateParameters p;
  p.trips_inner = p.chunk_inner = 4;
  p.loop.coalesced = 1;
  p.epilogue.coalesced = 1;
  EXPECT_EQ(features_of(p)[Feature::kOtherLoopShare], 4.0 / 5);
}

TEST(FeatureValues, StagingLetsStoresCoalesce) {
  TemplateParameters p;
  p.result = ResultLayout::kTransposed;
  p.local_x = 32;
  p.local_y = 4;
  EXPECT_EQ(features_of(p)[Feature::kStoreSectorsPerAccess], 32);
  EXPECT_EQ(features_of(p)[Feature::kStoreSectorsCached], 32);
  p.store_order = StoreOrder::kCoalesced;
  EXPECT_EQ(features_of(p)[Feature::kStoreSectorsPerAccess], 32);
  EXPECT_EQ(features_of(p)[Feature::kStoreSectorsCached], 4);
}

TEST(FeatureValues, LocalMemoryInUseAlready) {
  TemplateParameters p;
  p.trips_inner = p.chunk_inner = 8;
  p.local_x = p.local_y = 16;
  p.scratch_bytes = 16 * 1024;
  const FeatureVector f = features_of(p);
  EXPECT_EQ(f[Feature::kLocalBytes], 16 * 1024);
  EXPECT_EQ(f[Feature::kBarriers], 2);
  EXPECT_EQ(f[Feature::kLocalPerTargetLoad], 2.0 / 8);
  EXPECT_EQ(f[Feature::kResidentGroups], 3);
  EXPECT_EQ(f[Feature::kResidentGroupsCached], 2);
  EXPECT_EQ(f[Feature::kOccupancy], 3 * 256.0 / 2048);
  EXPECT_EQ(f[Feature::kOccupancyCached], 2 * 256.0 / 2048);
  EXPECT_EQ(f[Feature::kWaves], 16.0 / (3 * 10));  // 64 × 64 units
  EXPECT_EQ(f[Feature::kWavesCached], 16.0 / (2 * 10));
}

TEST(FeatureValues, ShapeOfTheLaunch) {
  FeatureVector f = features_of(row_per_lane());
  EXPECT_EQ(f[Feature::kGroupWidth], 32);
  EXPECT_EQ(f[Feature::kGroupHeight], 4);
  EXPECT_EQ(f[Feature::kDimensions], 2);
  TemplateParameters p;
  p.local_x = 64;
  p.local_y = 1;
  p.numbering = Numbering::kFlat;
  f = features_of(p);
  EXPECT_EQ(f[Feature::kGroupHeight], 1);
  EXPECT_EQ(f[Feature::kDimensions], 1);
}

}  // namespace
}  // namespace lmtune
