// Summaries of traces written by hand, of what the template has not: idle lanes, loads of several
// elements, atomics.
#include <gtest/gtest.h>

#include "lmtune/features/features.h"

namespace lmtune {
namespace {

Benchmark benchmark_of_floats() {
  const std::string name = "a";
  BufferArgument floats;
  floats.count = 1024;
  Benchmark benchmark;
  benchmark.target = name;
  benchmark.launch.arguments = {Argument{name, floats}};
  return benchmark;
}

AccessTrace trace_of(std::vector<MemoryInstruction> instructions) {
  AccessTrace trace;
  trace.items = 64;
  trace.instructions = std::move(instructions);
  return trace;
}

TEST(Summarise, IdleLanesAndTwoWarps) {
  // Lanes 0 and 3 of warp 0, then lane 3 again; lane 1 of warp 1 at lane 0's address.
  const AccessTrace trace = trace_of({{"a",
                                       AccessKind::kLoad,
                                       4,
                                       {{0, 0b1001, 0}, {0, 0b1000, 2}, {1, 0b0010, 3}},
                                       {0, 160, 164, 0}}});
  const TargetSummary target = summarise(trace, benchmark_of_floats()).target;
  EXPECT_EQ(target.loads.instructions, 1u);
  EXPECT_EQ(target.loads.accesses, 3u);
  EXPECT_EQ(target.loads.lane_accesses, 4u);
  EXPECT_EQ(target.loads.lane_bytes, 16u);
  EXPECT_EQ(target.loads.sectors, 4u);
  EXPECT_EQ(target.loads.packed_sectors, 3u);
  EXPECT_EQ(target.loads.lines, 4u);
  EXPECT_EQ(target.loads.uniform, 2u);
  EXPECT_EQ(target.loads.uniform_lanes, 2u);
  EXPECT_EQ(target.loads.coalesced_lanes, 2u);
  EXPECT_EQ(target.loads.repeated_lanes, 4u);
  EXPECT_EQ(target.warp_elements, 4u);
  EXPECT_EQ(target.warp_pieces, 4u);
  EXPECT_EQ(target.item_elements, 4u);  // one, two, one
  EXPECT_EQ(target.elements, 3u);
  EXPECT_EQ(target.sectors, 2u);  // bytes 160 and 164 are in one
}

TEST(Summarise, LoadsOfSeveralElementsThatOverlap) {
  // float4 from floats 0 and 2: six floats in one piece, over the end of the first sector.
  const AccessTrace trace =
      trace_of({{"a", AccessKind::kLoad, 16, {{0, 0b11, 0}, {0, 0b01, 2}}, {0, 8, 24}}});
  const TargetSummary target = summarise(trace, benchmark_of_floats()).target;
  EXPECT_EQ(target.element_loads, 12u);
  EXPECT_EQ(target.warp_elements, 6u + 4u);
  EXPECT_EQ(target.warp_pieces, 2u);
  EXPECT_EQ(target.item_elements, 8u + 4u);
  EXPECT_EQ(target.elements, 10u);
  EXPECT_EQ(target.loads.sectors, 1u + 2u);
  EXPECT_EQ(target.sectors, 2u);
}

TEST(Summarise, StoresAndAtomicsMayAliasUnlessOneSideExcludesIt) {
  AccessTrace trace = trace_of({
      {"a", AccessKind::kLoad, 4, {{0, 1, 0}}, {0}},
      {"b", AccessKind::kStore, 4, {{0, 1, 0}, {0, 1, 1}}, {0, 4}},     // repeated
      {"b", AccessKind::kStore, 4, {{0, 1, 0}, {0, 0b10, 1}}, {0, 4}},  // by two work-items
      {"c", AccessKind::kAtomic, 4, {{0, 1, 0}, {0, 1, 1}, {0, 1, 2}}, {0, 0, 0}},
  });
  const auto summary = [&trace] { return summarise(trace, benchmark_of_floats()); };
  EXPECT_EQ(summary().stores.lane_accesses, 7u);
  EXPECT_EQ(summary().stores.repeated_lanes, 5u);
  EXPECT_EQ(summary().aliasing_stores, 5u);
  EXPECT_FALSE(summary().target_unaliased);
  trace.unaliased_arguments = {"c"};
  EXPECT_EQ(summary().aliasing_stores, 2u);
  trace.unaliased_arguments = {"a"};
  EXPECT_EQ(summary().aliasing_stores, 0u);
  EXPECT_TRUE(summary().target_unaliased);
}

}  // namespace
}  // namespace lmtune
