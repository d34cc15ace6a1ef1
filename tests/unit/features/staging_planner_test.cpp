// What the planner proposes to stage, and what it rejects for which reason.
#include "lmtune/features/staging_planner.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>

#include "lmtune/core/element_type.h"
#include "unit/features/features_support.h"

namespace lmtune {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

Benchmark benchmark_of(std::uint64_t count) {
  BufferArgument floats;
  floats.element = *parse_element_type("float");
  floats.count = count;
  Benchmark benchmark;
  benchmark.target = "a";
  benchmark.launch.arguments = {Argument{"a", floats}};
  return benchmark;
}

/// One warp that loads elements `trips` times: item i of `active` loads i * stride + trip.
AccessTrace trace_of(std::uint32_t active, std::uint64_t trips, std::uint64_t stride) {
  AccessTrace trace;
  trace.items = kWarpLanes;
  MemoryInstruction load{"a", AccessKind::kLoad, 4, {}, {}};
  for (std::uint64_t trip = 0; trip < trips; ++trip) {
    load.accesses.push_back({0, active, load.offsets.size()});
    for (std::uint32_t i = 0; i < kWarpLanes; ++i) {
      if (active >> i & 1u) load.offsets.push_back((i * stride + trip) * 4);
    }
  }
  trace.instructions = {load};
  return trace;
}

StagingProposals propose(const AccessTrace& trace, std::uint64_t count = 1 << 20,
                         TargetIndices indices = TargetIndices::kComputed) {
  return plan_staging(trace, benchmark_of(count), some_device(), indices);
}

// For what the template stages in whole, or inner chunk by inner chunk, the planner finds the same.
TEST(StagingPlanner, FindsThePlansOfTheTemplate) {
  TemplateParameters p;
  p.home = HomePattern::kXReuseRow;
  p.trips_inner = 64;
  p.pitch_padding = 3;
  for (const std::int64_t chunk : {64, 32, 16, 8}) {
    p.chunk_inner = chunk;
    const Benchmark b = make_synthetic(p, template_source());
    const auto plans =
        plan_staging(trace_synthetic(p), b, some_device(), TargetIndices::kComputed).plans;
    const auto same = std::find_if(plans.begin(), plans.end(), [&](const StagingPlan& plan) {
      return plan.episodes == b.plan->episodes;
    });
    ASSERT_NE(same, plans.end()) << chunk;
    EXPECT_EQ(same->regions, b.plan->regions) << chunk;
    EXPECT_EQ(same->barriers_per_episode, b.plan->barriers_per_episode) << chunk;
  }
}

TEST(StagingPlanner, LeavesOutWhatDoesNotFit) {
  TemplateParameters p;
  p.home = HomePattern::kYReuseRow;
  p.trips_inner = 1024;
  p.chunk_inner = 16;
  p.local_x = 32;
  p.local_y = 1;
  const Benchmark b = make_synthetic(p, template_source());
  const auto plans =
      plan_staging(trace_synthetic(p), b, some_device(), TargetIndices::kComputed).plans;
  ASSERT_FALSE(plans.empty());
  EXPECT_EQ(plans.front().episodes, 4u);  // 32 rows of 256 floats: 32 KiB
  for (const StagingPlan& plan : plans) EXPECT_LE(plan.local_bytes, some_device().local_bytes);
}

TEST(StagingPlanner, NoChunksWhereSomeItemsNeverLoad) {
  const StagingProposals proposals = propose(trace_of(0x0000ffff, 64, 64));
  ASSERT_EQ(proposals.plans.size(), 1u);  // once, before anything can return
  EXPECT_EQ(proposals.plans.front().episodes, 1u);
  EXPECT_THAT(proposals.rejected, ElementsAre(HasSubstr("16 of 32 work-items never load 'a'")));
  EXPECT_THAT(proposals.rejected.front(), HasSubstr("early return"));
  EXPECT_GT(propose(trace_of(0xffffffff, 64, 64)).plans.size(), 1u);
}

TEST(StagingPlanner, NoChunksInDivergentLoops) {
  AccessTrace trace = trace_of(0xffffffff, 32, 64);
  const MemoryInstruction more = trace_of(0x1, 96, 64).instructions.front();
  MemoryInstruction& load = trace.instructions.front();
  for (WarpAccess access : more.accesses) {
    load.offsets.push_back(more.offsets[access.first_offset]);
    access.first_offset = load.offsets.size() - 1;
    load.accesses.push_back(access);
  }
  const StagingProposals proposals = propose(trace);
  EXPECT_EQ(proposals.plans.size(), 1u);
  EXPECT_THAT(proposals.rejected, ElementsAre(HasSubstr("divergent control flow")));
  EXPECT_THAT(proposals.rejected.front(), HasSubstr("32 to 128 times"));
}

TEST(StagingPlanner, AnUnboundedFootprintIsSaid) {
  EXPECT_EQ(propose(trace_of(0xffffffff, 1, 1 << 16)).plans.size(), 1u);
  // The kernel's own local memory leaves no room.
  AccessTrace rows = trace_of(0xffffffff, 1, 1 << 16);
  rows.local_bytes = some_device().local_bytes;
  EXPECT_TRUE(propose(rows).plans.empty());
  EXPECT_THAT(propose(rows).rejected,
              ElementsAre(HasSubstr("unbounded for local memory: 128 bytes at least, of 0")));
}

TEST(StagingPlanner, IndicesFromDataNeedTheWholeArray) {
  const AccessTrace trace = trace_of(0xffffffff, 16, 1000);
  const StagingProposals small = propose(trace, 256, TargetIndices::kFromDataScattered);
  ASSERT_EQ(small.plans.size(), 1u);
  EXPECT_EQ(small.plans.front().local_bytes, 1024u);
  EXPECT_EQ(small.plans.front().episodes, 1u);

  const StagingProposals large = propose(trace, 1 << 20, TargetIndices::kFromDataScattered);
  EXPECT_TRUE(large.plans.empty());
  EXPECT_THAT(large.rejected, ElementsAre(HasSubstr("all of its 4194304 bytes")));
}

TEST(StagingPlanner, RowsAreNotScattered) {
  EXPECT_FALSE(is_scattered(trace_of(0xffffffff, 16, 1000), benchmark_of(1 << 20)));
  EXPECT_FALSE(is_scattered(trace_of(0xffffffff, 1, 1), benchmark_of(1 << 20)));
  EXPECT_TRUE(is_scattered(trace_of(0xffffffff, 1, 1000), benchmark_of(1 << 20)));
}

}  // namespace
}  // namespace lmtune
