// A small benchmark with one of everything that formats must carry.
#pragma once

#include "lmtune/core/benchmark.h"

namespace lmtune {

inline Benchmark example_benchmark() {
  Benchmark b;
  b.name = "example/a[n=64]";
  b.origin = Origin::kReal;
  b.family = "example";
  b.values = {{"n", 64.0}, {"ratio", 0.1}};
  b.spec.source = std::make_shared<KernelSource>(
      KernelSource{"example.cl", "__kernel void k() {}\n// \"quoted\" \xc3\xa9\n"});
  b.spec.options = {"-DN=64"};
  b.spec.baseline = VariantSpec{"k", {}};
  b.spec.cached = VariantSpec{"k", {"-DCACHED"}};
  b.launch.dimensions = 2;
  b.launch.global = {64, 8, 1};
  b.launch.local = {16, 8, 1};
  BufferArgument buffer{
      ElementType{ScalarType::kFloat, 6, Packing::kStruct}, 100, Access::kRead,
      Fill{.low = -0.1, .slope = 2, .divisor = 3, .modulus = 5, .maximum = 7, .seed = 9}};
  b.launch.arguments = {{"a", buffer},
                        {"out", BufferArgument{ElementType{}, 512, Access::kReadWrite, Fill{}}},
                        {"n", ScalarArgument{ElementType{ScalarType::kInt}, 64}},
                        {"scratch", LocalArgument{256}}};
  b.target = "a";
  b.plan = StagingPlan{{{8, 20}, {1, 3}}, 4, 2, 800, CopyStyle::kBatched, 2};
  b.tolerance = 1e-5;
  b.id = benchmark_id(b);
  return b;
}

}  // namespace lmtune
