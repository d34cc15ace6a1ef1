#include "lmtune/core/feature_vector.h"

namespace lmtune {
namespace {

constexpr std::array<FeatureInfo, kFeatureCount> kSchema{{
    {"target_loads_per_item", "loads", "loads of the target by a work-item"},
    {"target_reuse", "",
     "loads of a target element by the group, on average over the elements it touches"},
    {"target_sectors_per_access", "32-byte sectors",
     "sectors that a warp's load of the target touches"},
    {"target_lines_per_access", "128-byte lines",
     "cache lines that a warp's load of the target touches"},
    {"target_uniform_share", "",
     "share of warp-level loads of the target in which all lanes read one element"},
    {"target_active_lanes", "",
     "share of a warp's lanes that take part in its loads of the target"},
    {"target_sector_reuse", "",
     "times that the group's warps ask for a sector of the target, on average"},
    {"target_element_bytes", "bytes", "size of a target element"},
    {"target_to_cache", "", "size of the whole target relative to the device's last-level cache"},
    {"footprint_bytes", "bytes", "part of the target that a group reads"},
    {"staged_elements", "elements", "target elements staged in an episode"},
    {"staged_runs", "runs", "contiguous runs of the target staged in an episode"},
    {"staged_run_elements", "elements", "length of a contiguous staged run"},
    {"staged_bytes", "bytes", "local memory that staging takes in a group"},
    {"staging_episodes", "episodes", "times that a group stages"},
    {"staged_per_item", "elements", "elements that a work-item copies in all"},
    {"staging_overfetch", "",
     "elements staged for each distinct target element that the group reads"},
    {"loads_per_staged_element", "loads", "loads of the target that a staged element replaces"},
    {"staging_batched", "0 or 1",
     "copy loop has compile-time trip counts, so that its loads can be batched"},
    {"staging_copy_bytes", "bytes", "width of a load of the copy"},
    {"staging_barriers", "barriers", "barriers that staging adds to a group"},
    {"flops_per_target_load", "operations",
     "floating-point operations for each load of the target"},
    {"special_per_target_load", "operations",
     "divisions, roots and transcendental functions for each load of the target"},
    {"other_coalesced_loads", "loads",
     "loads by a work-item from other arrays that touch few lines per warp"},
    {"other_uncoalesced_loads", "loads",
     "loads by a work-item from other arrays that touch many lines per warp"},
    {"other_uniform_loads", "loads",
     "loads by a work-item from other arrays in which all lanes of a warp read one element"},
    {"other_loop_share", "",
     "share of the other loads made by instructions that run more than once in a work-item"},
    {"stores_per_item", "stores", "stores to global memory by a work-item"},
    {"store_sectors_per_access", "32-byte sectors", "sectors that a warp's store touches"},
    {"group_items", "work-items", "size of a work-group"},
    {"group_width", "work-items", "size of a work-group in the fastest dimension"},
    {"group_count", "groups", "work-groups of the launch"},
    {"resident_groups", "groups",
     "groups that a compute unit holds at a time without the staged region"},
    {"resident_groups_cached", "groups",
     "groups that a compute unit holds at a time with the staged region"},
    {"residency_kept", "", "share of the resident groups that is left with the staged region"},
    {"waves", "waves", "times that the launch fills all compute units of the device"},
}};

static_assert(!kSchema.back().name.empty(), "every feature needs its line");

}  // namespace

std::span<const FeatureInfo, kFeatureCount> feature_schema() { return kSchema; }

}  // namespace lmtune
