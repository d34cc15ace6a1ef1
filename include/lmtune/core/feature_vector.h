// The features of a benchmark, and the schema that gives each a name, a unit and a sentence.
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <string_view>

namespace lmtune {

/// Raised whenever a feature is added, removed or computed otherwise.
inline constexpr int kFeatureSchemaVersion = 2;

/// In the order of feature_schema(). `docs/features.md` is generated from that table.
enum class Feature : std::size_t {
  kTargetLoadsPerItem,
  kTargetInstructions,
  kTargetTrips,
  kTargetReuse,
  kTargetItemReuse,
  kTargetSharing,
  kTargetWarpSharing,
  kTargetSectorsPerAccess,
  kTargetLinesPerAccess,
  kTargetPiecesPerAccess,
  kTargetUniformShare,
  kTargetActiveLanes,
  kTargetSectorReuse,
  kTargetSectorUse,
  kTargetElementBytes,
  kTargetLoadBytes,
  kTargetUnaliased,
  kTargetToCache,
  kFootprintBytes,
  kFootprintPerItem,
  kFootprintToL1,
  kResidentFootprintToL1,
  kStagedElements,
  kStagedRuns,
  kStagedRunElements,
  kStagedBytes,
  kStagedRunPadding,
  kStagingEpisodes,
  kLoadsPerEpisode,
  kStagedPerItem,
  kStagingOverfetch,
  kLoadsPerStagedElement,
  kStagingBatched,
  kStagingCopyBytes,
  kStagingCopyRounds,
  kStagingCopyBalance,
  kStagingBarriers,
  kStagingSectorSaving,
  kTrafficKept,
  kBankConflicts,
  kFlopsPerTargetLoad,
  kSpecialPerTargetLoad,
  kFlopsPerSectorByte,
  kOtherCoalescedLoads,
  kOtherUncoalescedLoads,
  kOtherUniformLoads,
  kOtherLoopShare,
  kOtherToTargetSectors,
  kOtherLoopLoadsPerLoad,
  kOtherReuse,
  kOtherToCache,
  kStoresPerItem,
  kStoreLoopShare,
  kAliasingStores,
  kStoreSectorsPerAccess,
  kStoreSectorsCached,
  kLocalBytes,
  kLocalPerTargetLoad,
  kBarriers,
  kGroupItems,
  kGroupWidth,
  kGroupHeight,
  kDimensions,
  kGroupCount,
  kResidentGroups,
  kResidentGroupsCached,
  kResidencyKept,
  kOccupancy,
  kOccupancyCached,
  kWaves,
  kWavesCached,
  kCount,
};

inline constexpr std::size_t kFeatureCount = static_cast<std::size_t>(Feature::kCount);

struct FeatureInfo {
  std::string_view name;      ///< as in files: "target_reuse"
  std::string_view unit;      ///< "" for plain ratios
  std::string_view sentence;  ///< what it says, completing "the …"
};

/// One entry a feature, in the order of the enumeration.
std::span<const FeatureInfo, kFeatureCount> feature_schema();

struct FeatureVector {
  std::array<double, kFeatureCount> values{};

  double& operator[](Feature feature) { return values[static_cast<std::size_t>(feature)]; }
  double operator[](Feature feature) const { return values[static_cast<std::size_t>(feature)]; }
  bool operator==(const FeatureVector&) const = default;
};

}  // namespace lmtune
