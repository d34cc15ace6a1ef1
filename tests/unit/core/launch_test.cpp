#include "lmtune/core/launch.h"

#include <gtest/gtest.h>

#include <cstring>

#include "lmtune/base/error.h"

namespace lmtune {
namespace {

template <typename T>
std::vector<T> filled(ElementType element, std::uint64_t count, const Fill& fill) {
  BufferArgument buffer{element, count, Access::kRead, fill};
  std::vector<T> values(buffer_bytes(buffer) / sizeof(T));
  fill_buffer(buffer, std::as_writable_bytes(std::span(values)));
  return values;
}

TEST(FillBuffer, UniformNoiseStaysInRangeAndDependsOnTheSeed) {
  const auto values = filled<float>({ScalarType::kFloat}, 1000, Fill{.low = -1.0, .high = 1.0});
  double sum = 0.0;
  for (const float value : values) {
    EXPECT_GE(value, -1.0f);
    EXPECT_LT(value, 1.0f);
    sum += value;
  }
  EXPECT_NEAR(sum / 1000.0, 0.0, 0.1);
  EXPECT_NE(values,
            filled<float>({ScalarType::kFloat}, 1000, Fill{.low = -1.0, .high = 1.0, .seed = 2}));
}

TEST(FillBuffer, IntegersReachBothEnds) {
  const auto values = filled<std::int32_t>({ScalarType::kInt}, 1000, Fill{.low = 3, .high = 5});
  for (const int end : {3, 4, 5}) {
    EXPECT_NE(std::find(values.begin(), values.end(), end), values.end()) << end;
  }
  EXPECT_EQ(std::count_if(values.begin(), values.end(), [](int v) { return v < 3 || v > 5; }), 0);
}

TEST(FillBuffer, RampsAreExact) {
  const Fill offsets{.low = 0, .high = 0, .slope = 8};
  EXPECT_EQ(filled<std::int32_t>({ScalarType::kInt}, 4, offsets),
            (std::vector<std::int32_t>{0, 8, 16, 24}));
  const Fill stairs{.low = 1, .high = 1, .slope = 10, .divisor = 2, .modulus = 2};
  EXPECT_EQ(filled<std::int32_t>({ScalarType::kInt}, 6, stairs),
            (std::vector<std::int32_t>{1, 1, 11, 11, 1, 1}));
}

TEST(FillBuffer, BandedIndicesAreCutToTheArray) {
  const Fill band{.low = -4, .high = 4, .slope = 1, .minimum = 0, .maximum = 99};
  const auto values = filled<std::int32_t>({ScalarType::kInt}, 100, band);
  for (int i = 0; i < 100; ++i) {
    const int value = values[static_cast<std::size_t>(i)];
    EXPECT_GE(value, std::max(0, i - 4));
    EXPECT_LE(value, std::min(99, i + 4));
  }
}

TEST(FillBuffer, VectorComponentsDiffer) {
  const auto values = filled<float>({ScalarType::kFloat, 4}, 1, Fill{});
  ASSERT_EQ(values.size(), 4u);
  EXPECT_NE(values[0], values[1]);
}

TEST(ScalarBytes, HasTheKernelsType) {
  const auto bytes = scalar_bytes(ScalarArgument{{ScalarType::kShort}, -2.0});
  std::int16_t value = 0;
  ASSERT_EQ(bytes.size(), sizeof(value));
  std::memcpy(&value, bytes.data(), sizeof(value));
  EXPECT_EQ(value, -2);
}

TEST(CheckLaunch, NamesBothNumbers) {
  Launch launch;
  launch.global = {1000, 1, 1};
  launch.local = {48, 1, 1};
  try {
    check_launch(launch, "x.json#/launches/0");
    FAIL();
  } catch (const Error& error) {
    const std::string message = error.what();
    EXPECT_NE(message.find("local size 48 does not divide global size 1000"), std::string::npos)
        << message;
    EXPECT_NE(message.find("1008"), std::string::npos) << message;
  }
  EXPECT_NO_THROW(check_launch(launch, "", SmallerGroups::kAllowed));
  launch.local = {1001, 1, 1};
  EXPECT_THROW(check_launch(launch, "", SmallerGroups::kAllowed), Error);
}

}  // namespace
}  // namespace lmtune
