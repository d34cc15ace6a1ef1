// Every quick benchmark of every seed family, both variants, against a plain host reference; with
// LMTUNE_SEED_LAUNCHES=all in the environment, every benchmark.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <stdexcept>
#include <string_view>

#include "lmtune/cases/expand.h"
#include "lmtune/core/scalar_dispatch.h"
#include "lmtune/io/case_json.h"
#include "support/opencl_runner.h"
#include "support/references/reference.h"
#include "support/seed_cases.h"

namespace lmtune {
namespace {

/// The largest relative difference, and where it is.
struct Difference {
  double relative = 0.0;
  std::size_t element = 0;
};

template <typename T>
Difference largest_difference(std::span<const T> expected, std::span<const T> actual) {
  Difference largest;
  for (std::size_t i = 0; i < expected.size(); ++i) {
    if (expected[i] == actual[i]) continue;
    const double a = static_cast<double>(expected[i]), b = static_cast<double>(actual[i]);
    double relative = std::abs(a - b) / std::max(std::abs(a), std::abs(b));
    if (std::isnan(relative)) relative = std::numeric_limits<double>::infinity();
    if (relative > largest.relative) largest = {relative, i};
  }
  return largest;
}

Difference largest_difference(ScalarType scalar, HostBuffers& expected, HostBuffers& actual,
                              const std::string& name) {
  return with_scalar_type(scalar, [&]<typename T>(T) {
    return largest_difference<T>(expected.as<T>(name), actual.as<T>(name));
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

CaseSize launches_to_check() {
  const char* text = std::getenv("LMTUNE_SEED_LAUNCHES");
  const std::string_view wanted = text == nullptr ? "quick" : text;
  if (wanted == "quick") return CaseSize::kQuick;
  if (wanted == "all") return CaseSize::kAll;
  throw std::runtime_error("LMTUNE_SEED_LAUNCHES must be quick or all, not '" +
                           std::string(wanted) + "'");
}

class Seeds : public ::testing::TestWithParam<std::filesystem::path> {};

TEST_P(Seeds, BothVariantsComputeTheReference) {
  if (test_device_name().empty()) GTEST_SKIP() << "no OpenCL device";
  const CaseFile file = read_case(GetParam());
  const RegisteredReference* reference = find_reference(file.family, file.name);
  ASSERT_NE(reference, nullptr) << "no reference: add tests/support/references/" << file.family
                                << ".cpp";
  for (const Benchmark& benchmark : expand_case(file, launches_to_check())) {
    HostBuffers expected(benchmark.launch);
    reference->compute(benchmark, expected);
    for (const Variant variant : {Variant::kBaseline, Variant::kCached}) {
      SCOPED_TRACE(benchmark.name + ", " + to_string(variant));
      HostBuffers actual(benchmark.launch);
      poison_results(benchmark, actual);
      ASSERT_NO_THROW(run_on_test_device(benchmark, variant, actual));
      for (const Argument& argument : benchmark.launch.arguments) {
        const auto* buffer = std::get_if<BufferArgument>(&argument.value);
        if (buffer == nullptr || buffer->access == Access::kRead) continue;
        const Difference difference =
            largest_difference(buffer->element.scalar, expected, actual, argument.name);
        EXPECT_LE(difference.relative, reference->tolerance)
            << argument.name << ", scalar " << difference.element;
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(All, Seeds, ::testing::ValuesIn(seed_cases()), seed_test_name);

}  // namespace
}  // namespace lmtune
