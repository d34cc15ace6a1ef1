// Regular kernels against truths counted by hand: 64 x 64 work-items in groups of 16 x 16, group
// (1, 1), whose warps are two rows of 16 work-items.
#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string>
#include <vector>

#include "trace_support.h"

namespace lmtune {
namespace {

constexpr std::uint64_t kSide = 64;
const Sizes kSquare{{kSide, kSide}, {16, 16}};

TEST(DenseKernels, Matmul) {
  const AccessTrace trace =
      trace_group(benchmark_of_file(
                      "dense.cl", "matmul", kSquare,
                      {buffer("a", "float", 4096), buffer("b", "float", 4096),
                       buffer("c", "float", 4096), scalar("n", "int", 64), scalar("k", "int", 64)}),
                  {1, 1, 0});
  EXPECT_EQ(trace.items, 256u);
  EXPECT_EQ(trace.barriers, 0u);
  EXPECT_EQ(trace.local_bytes, 0u);
  EXPECT_EQ(trace.operations, (OperationCounts{256 * 64 * 2, 0, 0, 0}));

  const ArrayUse a = array_use(trace, "a");
  EXPECT_EQ(a.instructions, 1u);
  EXPECT_EQ(a.lane_accesses, 256u * 64);
  EXPECT_EQ(a.warp_accesses, 8u * 64);
  EXPECT_EQ(a.unique_elements, 16u * 64);
  EXPECT_DOUBLE_EQ(a.reuse(), 16.0);
  EXPECT_DOUBLE_EQ(a.lines, 2.0);
  EXPECT_DOUBLE_EQ(a.sectors, 2.0);

  const ArrayUse b = array_use(trace, "b");
  EXPECT_EQ(b.lane_accesses, 256u * 64);
  EXPECT_EQ(b.unique_elements, 16u * 64);
  EXPECT_DOUBLE_EQ(b.reuse(), 16.0);
  EXPECT_DOUBLE_EQ(b.lines, 1.0);
  EXPECT_DOUBLE_EQ(b.sectors, 2.0);

  const ArrayUse c = array_use(trace, "c", AccessKind::kStore);
  EXPECT_EQ(c.lane_accesses, 256u);
  EXPECT_DOUBLE_EQ(c.lines, 2.0);
  EXPECT_DOUBLE_EQ(c.sectors, 4.0);
  EXPECT_EQ(array_use(trace, "c").lane_accesses, 0u);
}

TEST(DenseKernels, MatmulAccessesAreInTheOrderOfTheLoop) {
  const AccessTrace trace =
      trace_group(benchmark_of_file(
                      "dense.cl", "matmul", kSquare,
                      {buffer("a", "float", 4096), buffer("b", "float", 4096),
                       buffer("c", "float", 4096), scalar("n", "int", 64), scalar("k", "int", 64)}),
                  {1, 1, 0});
  for (const MemoryInstruction& instruction : trace.instructions) {
    if (instruction.argument != "a") continue;
    for (std::size_t i = 0; i < instruction.accesses.size(); ++i) {
      const WarpAccess& access = instruction.accesses[i];
      ASSERT_EQ(access.warp, i / 64);
      ASSERT_EQ(access.lanes, ~0u);
      for (std::uint64_t lane = 0; lane < 32; ++lane) {
        const std::uint64_t row = 16 + access.warp * 2 + lane / 16;
        ASSERT_EQ(instruction.offsets[access.first_offset + lane], (row * 64 + i % 64) * 4);
      }
    }
  }
}

TEST(DenseKernels, Transpose) {
  const AccessTrace trace =
      trace_group(benchmark_of_file("dense.cl", "transpose", kSquare,
                                    {buffer("in", "float", 4096), buffer("out", "float", 4096),
                                     scalar("width", "int", 64), scalar("height", "int", 64)}),
                  {1, 1, 0});
  const ArrayUse in = array_use(trace, "in");
  EXPECT_EQ(in.lane_accesses, 256u);
  EXPECT_EQ(in.unique_elements, 256u);
  EXPECT_DOUBLE_EQ(in.reuse(), 1.0);
  EXPECT_DOUBLE_EQ(in.lines, 2.0);
  EXPECT_DOUBLE_EQ(in.sectors, 4.0);
  const ArrayUse out = array_use(trace, "out", AccessKind::kStore);
  EXPECT_DOUBLE_EQ(out.lines, 16.0);
  EXPECT_DOUBLE_EQ(out.sectors, 16.0);
}

TEST(DenseKernels, Star) {
  const Benchmark benchmark =
      benchmark_of_file("dense.cl", "star", kSquare,
                        {buffer("in", "float", 4096), buffer("out", "float", 4096),
                         scalar("width", "int", 64), scalar("height", "int", 64)});
  const ArrayUse middle = array_use(trace_group(benchmark, {1, 1, 0}), "in");
  EXPECT_EQ(middle.instructions, 5u);
  EXPECT_EQ(middle.lane_accesses, 256u * 5);
  EXPECT_EQ(middle.unique_elements, 256u + 4 * 16);
  EXPECT_DOUBLE_EQ(middle.reuse(), 4.0);
  EXPECT_DOUBLE_EQ(middle.lines, (2 + 2 + 4 + 2 + 2) / 5.0);
  EXPECT_DOUBLE_EQ(middle.sectors, (4 + 6 + 6 + 4 + 4) / 5.0);
  // At the corner a row and a column of work-items do nothing.
  const ArrayUse corner = array_use(trace_group(benchmark, {0, 0, 0}), "in");
  EXPECT_EQ(corner.lane_accesses, 225u * 5);
  EXPECT_EQ(corner.unique_elements, 15u * 15 + 4 * 15);
}

TEST(DenseKernels, Convolution) {
  constexpr std::uint64_t kPadded = kSide + 4;
  const AccessTrace trace = trace_group(
      benchmark_of_file("dense.cl", "convolve", kSquare,
                        {buffer("in", "float", kPadded * kPadded), buffer("weights", "float", 25),
                         buffer("out", "float", 4096), scalar("width", "int", 64)}),
      {1, 1, 0});
  const ArrayUse in = array_use(trace, "in");
  EXPECT_EQ(in.instructions, 1u);
  EXPECT_EQ(in.lane_accesses, 256u * 25);
  EXPECT_EQ(in.unique_elements, 20u * 20);
  EXPECT_DOUBLE_EQ(in.reuse(), 16.0);
  const ArrayUse weights = array_use(trace, "weights");
  EXPECT_EQ(weights.lane_accesses, 256u * 25);
  EXPECT_EQ(weights.unique_elements, 25u);
  EXPECT_DOUBLE_EQ(weights.reuse(), 256.0);
  EXPECT_DOUBLE_EQ(weights.lines, 1.0);
  EXPECT_DOUBLE_EQ(weights.sectors, 1.0);

  double lines = 0.0;
  double sectors = 0.0;
  for (std::uint64_t warp = 0; warp < 8; ++warp) {
    for (std::uint64_t tap = 0; tap < 25; ++tap) {
      std::set<std::uint64_t> line;
      std::set<std::uint64_t> sector;
      for (std::uint64_t lane = 0; lane < 32; ++lane) {
        const std::uint64_t x = 16 + lane % 16 + tap % 5;
        const std::uint64_t y = 16 + warp * 2 + lane / 16 + tap / 5;
        line.insert((y * kPadded + x) * 4 / 128);
        sector.insert((y * kPadded + x) * 4 / 32);
      }
      lines += static_cast<double>(line.size());
      sectors += static_cast<double>(sector.size());
    }
  }
  EXPECT_DOUBLE_EQ(in.lines, lines / 200);
  EXPECT_DOUBLE_EQ(in.sectors, sectors / 200);
}

TEST(DenseKernels, SumsOfRowsAndColumns) {
  const Sizes line{{256}, {64}};
  const ArrayUse rows = array_use(
      trace_group(benchmark_of_file("dense.cl", "sum_rows", line,
                                    {buffer("a", "float", 256 * 64), buffer("out", "float", 256),
                                     scalar("n", "int", 64)}),
                  {2, 0, 0}),
      "a");
  EXPECT_EQ(rows.lane_accesses, 64u * 64);
  EXPECT_EQ(rows.unique_elements, 4096u);
  EXPECT_DOUBLE_EQ(rows.reuse(), 1.0);
  EXPECT_DOUBLE_EQ(rows.lines, 32.0);
  EXPECT_DOUBLE_EQ(rows.sectors, 32.0);
  const ArrayUse columns = array_use(
      trace_group(benchmark_of_file("dense.cl", "sum_columns", line,
                                    {buffer("a", "float", 256 * 256), buffer("out", "float", 256),
                                     scalar("n", "int", 256)}),
                  {2, 0, 0}),
      "a");
  EXPECT_EQ(columns.lane_accesses, 64u * 256);
  EXPECT_DOUBLE_EQ(columns.lines, 1.0);
  EXPECT_DOUBLE_EQ(columns.sectors, 4.0);
}

TEST(DenseKernels, TiledMatmul) {
  const AccessTrace trace =
      trace_group(benchmark_of_file("dense.cl", "tiled", kSquare,
                                    {buffer("a", "float", 4096), buffer("b", "float", 4096),
                                     buffer("c", "float", 4096), local("b_tile", 1024),
                                     scalar("n", "int", 64), scalar("k", "int", 64)}),
                  {1, 1, 0});
  EXPECT_EQ(trace.barriers, 8u);
  EXPECT_EQ(trace.local_bytes, 16u * 17 * 4 + 1024);
  EXPECT_EQ(trace.operations, (OperationCounts{256 * 64 * 2, 0, 256 * 64 * 2, 256 * 8}));
  const ArrayUse a = array_use(trace, "a");
  EXPECT_EQ(a.lane_accesses, 256u * 4);
  EXPECT_DOUBLE_EQ(a.reuse(), 1.0);
  EXPECT_EQ(array_use(trace, "b").lane_accesses, 256u * 4);
}

TEST(DenseKernels, HugeBuffersCostNothing) {
  constexpr std::uint64_t kMany = 1ull << 31;  // 8 GiB
  const AccessTrace trace = trace_group(
      benchmark_of_file("dense.cl", "transpose", {{1 << 16, 1 << 14}, {32, 8}},
                        {buffer("in", "float", kMany), buffer("out", "float", kMany),
                         scalar("width", "int", 1 << 16), scalar("height", "int", 1 << 14)}),
      {1024, 1024, 0});
  EXPECT_EQ(array_use(trace, "in").lane_accesses, 256u);
}

TEST(DenseKernels, TheMiddleGroupIsTracedUnlessToldOtherwise) {
  const Benchmark benchmark =
      benchmark_of_file("dense.cl", "transpose", kSquare,
                        {buffer("in", "float", 4096), buffer("out", "float", 4096),
                         scalar("width", "int", 64), scalar("height", "int", 64)});
  TraceOptions options;
  options.program = LMTUNE_BINARY;
  const TraceResult result = trace_kernel(benchmark, Variant::kBaseline, options);
  EXPECT_EQ(result.trace.group, (std::array<std::uint64_t, 3>{2, 2, 0}));
  EXPECT_EQ(result.trace, trace_group(benchmark, {2, 2, 0}));
}

TEST(DenseKernels, OtherGroupsSayHowFarArraysAreAccessed) {
  const Benchmark benchmark =
      benchmark_of_file("dense.cl", "star", kSquare,
                        {buffer("in", "float", 1 << 20), buffer("out", "float", 1 << 20),
                         scalar("width", "int", 100), scalar("height", "int", 80)});
  TraceOptions options = options_for_group({0, 0, 0});
  const auto reached = [&] { return trace_kernel(benchmark, Variant::kBaseline, options).reached; };
  using Reached = std::map<std::string, std::uint64_t>;
  // The last work-item of the group is (15, 15); it loads the element below and stores its own.
  EXPECT_EQ(reached(),
            (Reached{{"in", (16 * 100 + 15 + 1) * 4}, {"out", (15 * 100 + 15 + 1) * 4}}));
  options.reach_groups = {{1, 0, 0}, {3, 3, 0}};
  EXPECT_EQ(reached(),
            (Reached{{"in", (64 * 100 + 63 + 1) * 4}, {"out", (63 * 100 + 63 + 1) * 4}}));
}

TEST(DenseKernels, OtherGroupsRunAsAWholeWhereWorkItemsWait) {
  TraceOptions options = options_for_group({0, 0, 0});
  options.reach_groups = {{3, 3, 0}};
  const TraceResult result =
      trace_kernel(benchmark_of_file("dense.cl", "tiled", kSquare,
                                     {buffer("a", "float", 1 << 20), buffer("b", "float", 1 << 20),
                                      buffer("c", "float", 1 << 20), local("b_tile", 1024),
                                      scalar("n", "int", 64), scalar("k", "int", 64)}),
                   Variant::kBaseline, options);
  EXPECT_EQ(result.problems, std::vector<std::string>{});
  const std::uint64_t whole = 4096 * 4;
  EXPECT_EQ(result.reached,
            (std::map<std::string, std::uint64_t>{{"a", whole}, {"b", whole}, {"c", whole}}));
}

TEST(DenseKernels, OffsetsAreAddedToGlobalIds) {
  const auto arguments = std::vector{buffer("a", "float", 1 << 20), buffer("out", "float", 1 << 20),
                                     scalar("n", "int", 10)};
  Benchmark benchmark = benchmark_of_file("dense.cl", "sum_columns", {{128}, {64}}, arguments);
  const auto first_store = [&]() -> std::uint64_t {
    const AccessTrace trace = trace_group(benchmark, {1, 0, 0});
    for (const MemoryInstruction& one : trace.instructions) {
      if (one.argument == "out") return one.offsets.front();
    }
    return 0;
  };
  EXPECT_EQ(first_store(), 64u * 4);
  benchmark.launch.offset = {100, 0, 0};
  EXPECT_EQ(first_store(), 164u * 4);
}

TEST(DenseKernels, ARemainderDoesNotChangeWholeGroups) {
  const auto traced = [](std::uint64_t items) {
    return trace_group(benchmark_of_file("dense.cl", "sum_columns", {{items}, {64}},
                                         {buffer("a", "float", 1 << 20),
                                          buffer("out", "float", 1 << 20), scalar("n", "int", 10)}),
                       {1, 0, 0});
  };
  EXPECT_EQ(traced(150), traced(192));
}

}  // namespace
}  // namespace lmtune
