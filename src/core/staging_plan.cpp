#include "lmtune/core/staging_plan.h"

namespace lmtune {

std::string to_string(CopyStyle style) {
  return style == CopyStyle::kGenericLoops ? "generic" : "batched";
}

std::string to_string(StoreOrder order) {
  return order == StoreOrder::kAsBaseline ? "baseline" : "coalesced";
}

std::uint64_t staged_elements(const StagingPlan& plan) {
  std::uint64_t elements = 0;
  for (const StagedRegion& region : plan.regions) elements += region.runs * region.run_elements;
  return elements;
}

std::uint64_t staged_runs(const StagingPlan& plan) {
  std::uint64_t runs = 0;
  for (const StagedRegion& region : plan.regions) runs += region.runs;
  return runs;
}

}  // namespace lmtune
