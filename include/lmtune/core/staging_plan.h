// A staging plan: which region of the target is staged in local memory, how often and how.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace lmtune {

/// How the cooperative copy is coded. It decides the label: see docs/features.md.
enum class CopyStyle {
  kGenericLoops,  ///< loops with run-time bounds and strides of the group's size
  kBatched,       ///< compile-time trip counts, so that the compiler can batch the loads
};

std::string to_string(CopyStyle style);

/// In which order the cached variant's work-items store their results. Staging makes any order
/// possible, as the target's elements are then as close to one item as to another.
enum class StoreOrder {
  kAsBaseline,
  kCoalesced,  ///< neighbouring items store neighbouring elements, where the baseline scatters
};

std::string to_string(StoreOrder order);

/// One rectangle of the target as it lies in global memory: `runs` contiguous runs of
/// `run_elements` elements each.
struct StagedRegion {
  std::uint64_t runs = 0;
  std::uint64_t run_elements = 0;

  bool operator==(const StagedRegion&) const = default;
};

struct StagingPlan {
  std::vector<StagedRegion> regions;       ///< staged together in each episode; at least one
  std::uint64_t episodes = 1;              ///< times that a work-group stages
  std::uint64_t barriers_per_episode = 2;  ///< barriers that staging adds
  std::uint64_t local_bytes = 0;           ///< local memory it takes in a group, padding included
  CopyStyle copy_style = CopyStyle::kGenericLoops;
  std::uint32_t copy_elements = 1;  ///< elements that one load of the copy moves
  StoreOrder store_order = StoreOrder::kAsBaseline;

  bool operator==(const StagingPlan&) const = default;
};

/// Elements staged in one episode.
std::uint64_t staged_elements(const StagingPlan& plan);

/// Contiguous runs staged in one episode.
std::uint64_t staged_runs(const StagingPlan& plan);

}  // namespace lmtune
