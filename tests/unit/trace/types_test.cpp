// Vectors, structs, asynchronous copies, arithmetic counts and what kernels print.
#include <gtest/gtest.h>

#include <algorithm>

#include "trace_support.h"

namespace lmtune {
namespace {

const Sizes kOneGroup{{64}, {64}};

TEST(Types, StructsAndVectors) {
  constexpr std::uint64_t kBodies = 40;
  Fill types;
  types.low = 0;
  types.high = 3;
  const Argument body = buffer("body", "int[12]", kBodies, types);
  const AccessTrace trace =
      trace_group(benchmark_of_file(
                      "types.cl", "bodies", {{128}, {64}},
                      {body, buffer("own", "float4", 128), buffer("weights", "float", kBodies * 4),
                       buffer("out", "float4", 128), scalar("count", "int", kBodies)}),
                  {0, 0, 0});
  const auto values = int_values(body);
  std::uint64_t heavy = 0;
  for (std::size_t j = 0; j < kBodies; ++j) heavy += values[j * 12 + 8] > 1;

  const ArrayUse bodies = array_use(trace, "body");  // 16 bytes, 4 bytes and 4 bytes
  EXPECT_EQ(bodies.instructions, 3u);
  EXPECT_EQ(bodies.lane_accesses, 64 * 3 * kBodies);
  EXPECT_EQ(bodies.unique_elements, 6 * kBodies);
  EXPECT_DOUBLE_EQ(bodies.lines, 1.0);
  const ArrayUse weights = array_use(trace, "weights");
  EXPECT_EQ(weights.lane_accesses, 64 * heavy);
  EXPECT_EQ(weights.unique_elements, 4 * heavy);
  // Invariant in the loop, and hoisted out of it.
  const ArrayUse own = array_use(trace, "own");
  EXPECT_EQ(own.lane_accesses, 64u);
  EXPECT_DOUBLE_EQ(own.lines, 4.0);
  EXPECT_DOUBLE_EQ(array_use(trace, "out", AccessKind::kStore).lines, 4.0);
  for (const MemoryInstruction& instruction : trace.instructions) {
    EXPECT_TRUE(instruction.bytes == 16 || instruction.argument == "body");
  }
}

TEST(Types, ScalarsVectorsAndStructsByValue) {
  const AccessTrace trace =
      trace_group(benchmark_of_file("types.cl", "by_value", kOneGroup,
                                    {buffer("out", "float3", 64), scalar("triple", "float[3]", 1),
                                     scalar("shift", "float3", 2), scalar("small", "uchar4", 3)}),
                  {0, 0, 0});
  const ArrayUse out = array_use(trace, "out", AccessKind::kStore);
  EXPECT_EQ(out.lane_accesses, 64u);
  EXPECT_EQ(trace.instructions.at(0).bytes, 12u);
  EXPECT_EQ(trace.operations.floating_point, 64u * 6);
}

TEST(Types, VectorsBuiltFromComponentsAreStoredAtOnce) {
  const std::string text = R"(
    __kernel void build(__global float4* four, __global float3* three, __global float2* two,
                        __local float4* tile, float x) {
      const int g = get_global_id(0);
      four[g] = (float4)(x, x + 1.0f, x * x, 3.0f);
      three[g] = (float3)(x, x + 1.0f, x * x);
      tile[g] = (float4)(x, x * x, x, 1.0f);
      for (int i = 0; i < 3; ++i) two[g * 4 + i] = (float2)(x + i, x);
      two[g * 4 + 3].y = tile[g].x;
    })";
  const AccessTrace trace =
      trace_group(benchmark_of_text(
                      "build.cl", text, "build", kOneGroup,
                      {buffer("four", "float4", 64), buffer("three", "float3", 64),
                       buffer("two", "float2", 256), local("tile", 1024), scalar("x", "float", 2)}),
                  {0, 0, 0});
  EXPECT_EQ(trace.operations.local_stores, 64u);
  EXPECT_EQ(array_use(trace, "four", AccessKind::kStore).lane_accesses, 64u);
  EXPECT_EQ(array_use(trace, "four", AccessKind::kStore).elements, 256u);
  EXPECT_EQ(array_use(trace, "three", AccessKind::kStore).lane_accesses, 64u);
  EXPECT_GE(array_use(trace, "three", AccessKind::kStore).elements, 192u);  // 12 or 16 bytes each
  const ArrayUse two = array_use(trace, "two", AccessKind::kStore);
  EXPECT_EQ(two.instructions, 2u);
  EXPECT_EQ(two.lane_accesses, 64u * 4);
  EXPECT_EQ(two.unique_elements, 64u * 7);
}

TEST(Types, AsynchronousCopiesAreSharedByTheGroup) {
  const AccessTrace trace =
      trace_group(benchmark_of_file("types.cl", "copies", {{256}, {64}},
                                    {buffer("in", "float", 512), buffer("out", "float", 256)}),
                  {1, 0, 0});
  EXPECT_EQ(trace.barriers, 1u);
  EXPECT_EQ(trace.local_bytes, 512u);
  EXPECT_EQ(trace.operations.local_stores, 128u);
  EXPECT_EQ(trace.operations.local_loads, 64u);
  const ArrayUse in = array_use(trace, "in");
  EXPECT_EQ(in.instructions, 1u);
  EXPECT_EQ(in.lane_accesses, 128u);
  EXPECT_EQ(in.warp_accesses, 4u);
  EXPECT_DOUBLE_EQ(in.lines, 1.0);
  EXPECT_EQ(trace.instructions.at(0).offsets.front(), 512u);
}

TEST(Types, Arithmetic) {
  const AccessTrace trace =
      trace_group(benchmark_of_file("types.cl", "arithmetic", kOneGroup,
                                    {buffer("v", "float4", 64), buffer("s", "float", 64)}),
                  {0, 0, 0});
  EXPECT_EQ(trace.operations.floating_point, 64u * (4 + 4 + 8 + 1 + 1));
  EXPECT_EQ(trace.operations.special, 64u * (4 + 1 + 1));
}

TEST(Types, IntrinsicsThatOclgrindLacks) {
  Fill any;
  any.high = 1000;
  const AccessTrace trace = trace_group(
      benchmark_of_file(
          "types.cl", "integers", kOneGroup,
          {buffer("out", "int", 64), buffer("in", "uint", 64, any), scalar("n", "int", 5)}),
      {0, 0, 0});
  EXPECT_EQ(array_use(trace, "out", AccessKind::kStore).lane_accesses, 64u);
  EXPECT_EQ(trace.operations.floating_point, 0u);
  EXPECT_EQ(trace.operations.special, 0u);
}

TEST(Types, WhatAKernelPrintsIsNotPartOfTheAnswer) {
  testing::internal::CaptureStdout();
  const AccessTrace trace =
      trace_group(benchmark_of_file("types.cl", "swapped", kOneGroup,
                                    {buffer("text", "char", 64), buffer("out", "int", 64)}),
                  {0, 0, 0});
  EXPECT_EQ(testing::internal::GetCapturedStdout(), "");
  EXPECT_EQ(array_use(trace, "text").lane_accesses, 64u);
}

TEST(Types, ConstantMemory) {
  const AccessTrace trace =
      trace_group(benchmark_of_file("types.cl", "constants", kOneGroup,
                                    {buffer("weights", "float", 4), buffer("out", "float", 64)}),
                  {0, 0, 0});
  ASSERT_EQ(trace.instructions.size(), 2u);  // the program's own constants are no argument
  EXPECT_EQ(array_use(trace, "weights").unique_elements, 4u);
}

TEST(Types, ThreeDimensions) {
  const std::string text = R"(
    __kernel void fill(__global float* out) {
      out[(get_global_id(2) * 8 + get_global_id(1)) * 8 + get_global_id(0)] = get_local_id(2);
    })";
  const AccessTrace trace =
      trace_group(benchmark_of_text("fill.cl", text, "fill", {{8, 8, 8}, {4, 2, 8}},
                                    {buffer("out", "float", 512)}),
                  {1, 2, 0});
  ASSERT_EQ(trace.instructions.size(), 1u);
  const MemoryInstruction& out = trace.instructions[0];
  ASSERT_EQ(out.offsets.size(), 64u);
  for (std::uint64_t item = 0; item < 64; ++item) {
    const std::uint64_t x = 4 + item % 4;
    const std::uint64_t y = 4 + item / 4 % 2;
    const std::uint64_t z = item / 8;
    EXPECT_EQ(out.offsets[item], ((z * 8 + y) * 8 + x) * 4);
  }
}

}  // namespace
}  // namespace lmtune
