// Which arguments the tracer says no other pointer reaches.
#include <gtest/gtest.h>

#include "trace_support.h"

namespace lmtune {
namespace {

TEST(Tracer, NamesArgumentsThatNothingElseReaches) {
  const Benchmark benchmark = benchmark_of_text(
      "k.cl",
      "__kernel void k(__global float* out, __global const float* restrict b, __constant float* "
      "a,\n"
      "                __global const float* c, __local float* restrict t, int n) {\n"
      "  out[get_global_id(0)] = a[0] + b[n] + c[0];\n"
      "}\n",
      "k", {{32}, {32}},
      {buffer("out", "float", 32), buffer("b", "float", 32), buffer("a", "float", 32),
       buffer("c", "float", 32), local("t", 64), scalar("n", "int", 1)});
  EXPECT_EQ(trace_group(benchmark, {0, 0, 0}).unaliased_arguments,
            (std::vector<std::string>{"a", "b"}));
}

}  // namespace
}  // namespace lmtune
