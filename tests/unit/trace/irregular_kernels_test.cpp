// Data-dependent accesses, divergence, moving pointers and calls.
#include <gtest/gtest.h>

#include <bit>
#include <set>

#include "trace_support.h"

namespace lmtune {
namespace {

const Sizes kOneGroup{{64}, {64}};

Fill integers(int low, int high, std::uint64_t seed = 1) {
  Fill fill;
  fill.low = low;
  fill.high = high;
  fill.seed = seed;
  return fill;
}

/// Lanes of each access of the only instruction of that kind.
std::vector<std::uint32_t> lane_masks(const AccessTrace& trace, const std::string& argument) {
  std::vector<std::uint32_t> masks;
  for (const MemoryInstruction& instruction : trace.instructions) {
    if (instruction.argument != argument) continue;
    for (const WarpAccess& access : instruction.accesses) masks.push_back(access.lanes);
  }
  return masks;
}

TEST(IrregularKernels, GatherReadsTheRealIndices) {
  constexpr std::uint64_t kItems = 256;
  constexpr std::uint64_t kPerItem = 16;
  const Argument index = buffer("index", "int", kItems * kPerItem, integers(0, 99, 7));
  const AccessTrace trace = trace_group(
      benchmark_of_file("irregular.cl", "gather", {{kItems}, {64}},
                        {index, buffer("table", "float", 100), buffer("out", "float", kItems),
                         buffer("histogram", "int", 100), scalar("per_item", "int", kPerItem)}),
      {1, 0, 0});
  const std::vector<std::int32_t> values = int_values(index);
  std::set<std::int32_t> unique;
  double lines = 0.0;
  double sectors = 0.0;
  for (std::size_t warp = 0; warp < 2; ++warp) {
    for (std::size_t i = 0; i < kPerItem; ++i) {
      std::set<std::int32_t> line;
      std::set<std::int32_t> sector;
      for (std::size_t lane = 0; lane < 32; ++lane) {
        const std::int32_t bin = values[i * kItems + 64 + warp * 32 + lane];
        unique.insert(bin);
        line.insert(bin * 4 / 128);
        sector.insert(bin * 4 / 32);
      }
      lines += static_cast<double>(line.size());
      sectors += static_cast<double>(sector.size());
    }
  }
  const ArrayUse table = array_use(trace, "table");
  EXPECT_EQ(table.lane_accesses, 64 * kPerItem);
  EXPECT_EQ(table.unique_elements, unique.size());
  EXPECT_DOUBLE_EQ(table.lines, lines / 32);
  EXPECT_DOUBLE_EQ(table.sectors, sectors / 32);
  const ArrayUse atomics = array_use(trace, "histogram", AccessKind::kAtomic);
  EXPECT_EQ(atomics.lane_accesses, 64 * kPerItem);
  EXPECT_EQ(array_use(trace, "histogram").lane_accesses, 0u);
  EXPECT_EQ(array_use(trace, "histogram", AccessKind::kStore).lane_accesses, 0u);
  EXPECT_DOUBLE_EQ(array_use(trace, "index").lines, 1.0);
}

TEST(IrregularKernels, GuardedTail) {
  const AccessTrace trace = trace_group(
      benchmark_of_file(
          "irregular.cl", "guarded", {{128}, {64}},
          {buffer("a", "float", 100), buffer("out", "float", 100), scalar("n", "int", 100)}),
      {1, 0, 0});
  const ArrayUse a = array_use(trace, "a");
  EXPECT_EQ(a.lane_accesses, 36u * 2);
  EXPECT_EQ(a.unique_elements, 36u + 36);
  EXPECT_EQ(lane_masks(trace, "out"), (std::vector<std::uint32_t>{~0u, 0xfu}));
}

TEST(IrregularKernels, RaggedRowsKeepInStep) {
  const Argument lengths = buffer("lengths", "int", 64, integers(1, 5));
  const Argument columns = buffer("columns", "int", 512, integers(0, 63, 2));
  const AccessTrace trace = trace_group(
      benchmark_of_file("irregular.cl", "ragged", kOneGroup,
                        {lengths, columns, buffer("x", "float", 64), buffer("y", "float", 64)}),
      {0, 0, 0});
  const auto length = int_values(lengths);
  const auto column = int_values(columns);
  std::uint64_t loads = 0;
  std::uint64_t warp_accesses = 0;
  double sectors = 0.0;
  for (std::size_t warp = 0; warp < 2; ++warp) {
    for (std::int32_t k = 0; k < 5; ++k) {
      std::set<std::int32_t> sector;
      for (std::size_t row = warp * 32; row < warp * 32 + 32; ++row) {
        if (k >= length[row]) continue;
        ++loads;
        sector.insert(column[row * 8 + static_cast<std::size_t>(k)] * 4 / 32);
      }
      if (!sector.empty()) ++warp_accesses;
      sectors += static_cast<double>(sector.size());
    }
  }
  const ArrayUse x = array_use(trace, "x");
  EXPECT_EQ(x.lane_accesses, loads);
  EXPECT_EQ(x.warp_accesses, warp_accesses);
  EXPECT_DOUBLE_EQ(x.sectors, sectors / static_cast<double>(warp_accesses));
}

TEST(IrregularKernels, NestedRaggedLoopsAreOrderedByTheOuterOne) {
  const Argument lengths = buffer("lengths", "int", 192, integers(0, 3));
  const AccessTrace trace = trace_group(
      benchmark_of_file("irregular.cl", "ragged_nest", kOneGroup,
                        {lengths, buffer("x", "float", 4096), buffer("y", "float", 64)}),
      {0, 0, 0});
  const auto length = int_values(lengths);
  for (const MemoryInstruction& instruction : trace.instructions) {
    if (instruction.argument != "x") continue;
    std::size_t next = 0;
    for (std::uint32_t warp = 0; warp < 2; ++warp) {
      for (std::size_t i = 0; i < 3; ++i) {
        for (std::int32_t k = 0; k < 3; ++k) {
          std::uint32_t lanes = 0;
          for (std::size_t lane = 0; lane < 32; ++lane) {
            if (k < length[i * 64 + warp * 32 + lane]) lanes |= 1u << lane;
          }
          if (lanes == 0) continue;
          ASSERT_LT(next, instruction.accesses.size());
          const WarpAccess& access = instruction.accesses[next++];
          EXPECT_EQ(access.warp, warp);
          EXPECT_EQ(access.lanes, lanes);
          const std::size_t first = warp * 32 + static_cast<std::size_t>(std::countr_zero(lanes));
          EXPECT_EQ(instruction.offsets[access.first_offset],
                    (i * 1024 + static_cast<std::size_t>(k) * 64 + first) * 4);
        }
      }
    }
    EXPECT_EQ(next, instruction.accesses.size());
  }
}

TEST(IrregularKernels, ArmsOfABranchAreAccessesOfTheirOwn) {
  const AccessTrace trace = trace_group(
      benchmark_of_file(
          "irregular.cl", "two_arms", {{32}, {32}},
          {buffer("a", "float", 2000), buffer("out", "float", 32), scalar("n", "int", 2)}),
      {0, 0, 0});
  const auto masks = lane_masks(trace, "a");
  EXPECT_EQ(std::multiset<std::uint32_t>(masks.begin(), masks.end()),
            (std::multiset<std::uint32_t>{0x55555555u, 0xaaaaaaaau, 0xaaaaaaaau}));
  EXPECT_EQ(array_use(trace, "a").instructions, 2u);
}

TEST(IrregularKernels, AliasedAndMovingPointers) {
  const auto use = [](const std::string& argument, int pick_a) {
    const AccessTrace trace =
        trace_group(benchmark_of_file("irregular.cl", "aliased", kOneGroup,
                                      {buffer("a", "float", 200), buffer("b", "float", 200),
                                       buffer("out", "float", 64), scalar("shift", "int", 10),
                                       scalar("pick_a", "int", pick_a)}),
                    {0, 0, 0});
    return array_use(trace, argument);
  };
  std::set<std::uint64_t> unique;
  for (std::uint64_t g = 0; g < 64; ++g) {
    for (const std::uint64_t element : {10 + g, 11 + g, g + 2, g + 3}) unique.insert(element);
  }
  for (std::uint64_t i = 10; i < 14; ++i) unique.insert(i);
  EXPECT_EQ(use("a", 0).lane_accesses, 64u * 8);
  EXPECT_EQ(use("a", 0).unique_elements, unique.size());
  EXPECT_EQ(use("b", 0).lane_accesses, 64u);
  EXPECT_EQ(use("a", 1).lane_accesses, 64u * 9);
  EXPECT_EQ(use("b", 1).lane_accesses, 0u);
}

TEST(IrregularKernels, CallsAreToldApartByPlaceAndIteration) {
  const AccessTrace trace =
      trace_group(benchmark_of_file("irregular.cl", "calls", {{32}, {32}},
                                    {buffer("a", "float", 8192), buffer("out", "float", 32)}),
                  {0, 0, 0});
  // Called from the loop: 3 calls of 2 or 3 iterations; the third iteration is the odd lanes' own.
  // Called after it: once.
  const ArrayUse a = array_use(trace, "a");
  EXPECT_EQ(a.instructions, 2u);
  EXPECT_EQ(a.warp_accesses, 3u * 3 + 1);
  EXPECT_EQ(a.lane_accesses, 3u * (16 * 2 + 16 * 3) + 32);
  for (const MemoryInstruction& instruction : trace.instructions) {
    if (instruction.argument != "a" || instruction.accesses.size() == 1) continue;
    for (std::size_t i = 0; i < 9; ++i) {
      const WarpAccess& access = instruction.accesses[i];
      EXPECT_EQ(access.lanes, i % 3 == 2 ? 0xaaaaaaaau : ~0u) << i;
      const std::uint64_t first_lane = i % 3 == 2 ? 1 : 0;
      EXPECT_EQ(instruction.offsets[access.first_offset],
                (i / 3 * 256 + i % 3 * 64 + first_lane) * 4);
    }
  }
}

TEST(IrregularKernels, UnrolledCopiesAreOneInstruction) {
  const AccessTrace trace = trace_group(
      benchmark_of_file(
          "irregular.cl", "unrolled", {{32}, {32}},
          {buffer("in", "float", 1000), buffer("out", "float", 32), scalar("width", "int", 100)}),
      {0, 0, 0});
  const ArrayUse in = array_use(trace, "in");
  EXPECT_EQ(in.instructions, 1u);
  EXPECT_EQ(in.warp_accesses, 25u);
  for (const MemoryInstruction& instruction : trace.instructions) {
    if (instruction.argument != "in") continue;
    for (std::size_t i = 0; i < 25; ++i) {
      EXPECT_EQ(instruction.offsets[instruction.accesses[i].first_offset],
                (i / 5 * 100 + i % 5) * 4);
    }
  }
}

}  // namespace
}  // namespace lmtune
