// Every quick benchmark of every real family, both variants, against a plain host reference; with
// LMTUNE_REAL_LAUNCHES=all in the environment, every benchmark.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>
#include <vector>

#include "lmtune/cases/expand.h"
#include "lmtune/core/scalar_dispatch.h"
#include "lmtune/io/case_json.h"
#include "support/opencl_runner.h"
#include "support/real_cases.h"
#include "support/references/reference.h"

namespace lmtune {
namespace {

/// The largest relative difference, and where it is.
struct Difference {
  double relative = 0.0;
  std::size_t element = 0;
};

template <typename T>
Difference largest_difference(std::span<const T> expected, std::span<const T> actual,
                              Tolerance::To to) {
  double largest_result = 0.0;
  if (to == Tolerance::To::kLargestResult) {
    for (const T one : expected) {
      largest_result = std::max(largest_result, std::abs(static_cast<double>(one)));
    }
  }
  Difference largest;
  for (std::size_t i = 0; i < expected.size(); ++i) {
    if (expected[i] == actual[i]) continue;
    const double a = static_cast<double>(expected[i]), b = static_cast<double>(actual[i]);
    double relative = std::abs(a - b) / std::max({std::abs(a), std::abs(b), largest_result});
    if (std::isnan(relative)) relative = std::numeric_limits<double>::infinity();
    if (relative > largest.relative) largest = {relative, i};
  }
  return largest;
}

Difference largest_difference(ScalarType scalar, const HostBuffers& expected,
                              const HostBuffers& actual, const std::string& name,
                              Tolerance::To to) {
  return with_scalar_type(scalar, [&]<typename T>(T) {
    return largest_difference<T>(expected.as<T>(name), actual.as<T>(name), to);
  });
}

/// Fills the results with a pattern that no kernel computes, so that an element that was never
/// written is seen.
void poison_results(const Benchmark& benchmark, HostBuffers& buffers) {
  for (const Argument& argument : benchmark.launch.arguments) {
    const auto* buffer = std::get_if<BufferArgument>(&argument.value);
    if (buffer == nullptr || buffer->access != Access::kWrite) continue;
    std::ranges::fill(buffers.bytes(argument.name), std::byte{0xA5});
  }
}

void expect_results(const Benchmark& benchmark, Variant variant, const ReferenceResults& reference,
                    Tolerance tolerance) {
  SCOPED_TRACE(benchmark.name + ", " + to_string(variant));
  HostBuffers actual = reference.before();
  poison_results(benchmark, actual);
  ASSERT_NO_THROW(run_on_test_device(benchmark, variant, actual));
  for (const Argument& argument : benchmark.launch.arguments) {
    const auto* buffer = std::get_if<BufferArgument>(&argument.value);
    if (buffer == nullptr || buffer->access == Access::kRead) continue;
    const Difference difference = largest_difference(buffer->element.scalar, reference.after(),
                                                     actual, argument.name, tolerance.to);
    EXPECT_LE(difference.relative, tolerance.relative)
        << argument.name << ", scalar " << difference.element;
  }
}

class RealResults : public ::testing::TestWithParam<std::filesystem::path> {};

TEST_P(RealResults, BothVariantsComputeTheReference) {
  if (test_device_name().empty()) GTEST_SKIP() << "no OpenCL device";
  const CaseFile file = read_case(GetParam());
  const RegisteredReference* registered = find_reference(file.family, file.name);
  ASSERT_NE(registered, nullptr) << "no reference: add tests/support/references/" << file.family
                                 << ".cpp";
  std::vector<Benchmark> open = expand_case(file, real_launches());
  while (!open.empty()) {
    // Those that a reference serves follow each other, so that it is computed once.
    const ReferenceResults reference(registered->compute, open.front());
    const auto served = std::stable_partition(
        open.begin(), open.end(),
        [&](const Benchmark& benchmark) { return !reference.serves(benchmark); });
    for (auto benchmark = served; benchmark != open.end(); ++benchmark) {
      for (const Variant variant : {Variant::kBaseline, Variant::kCached}) {
        expect_results(*benchmark, variant, reference, registered->tolerance);
      }
    }
    open.erase(served, open.end());
    // All launches take long: a log that was cut off says how far they came.
    std::printf("[ CHECKED  ] %s, %zu benchmarks left\n", file.name.c_str(), open.size());
    std::fflush(stdout);
  }
}

INSTANTIATE_TEST_SUITE_P(All, RealResults, ::testing::ValuesIn(real_cases()), real_test_name);

}  // namespace
}  // namespace lmtune
