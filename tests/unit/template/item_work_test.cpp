#include "lmtune/template/item_work.h"

#include <gtest/gtest.h>

#include "lmtune/template/synthetic_benchmark.h"
#include "support/generated.h"

namespace lmtune {
namespace {

TEST(ItemWork, CountsWhatTheTraceHolds) {
  for (const TemplateParameters& p : generated(400, 21, "nvidia-h200")) {
    const TraceSummary summary = summarise_synthetic(p);
    const ItemWork work = item_work(p);
    EXPECT_EQ(work.target_loads * summary.items, summary.target.element_loads);
    EXPECT_EQ(work.other_loads * summary.items, summary.other_loads.lane_accesses);
    EXPECT_EQ(work.stores * summary.items, summary.stores.lane_accesses);
    EXPECT_EQ(work.flops * summary.items, summary.operations.floating_point);
    EXPECT_EQ(work.special * summary.items, summary.operations.special);
  }
}

}  // namespace
}  // namespace lmtune
