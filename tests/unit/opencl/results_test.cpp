#include "opencl/results.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>

namespace lmtune {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
const ElementType kFloat{ScalarType::kFloat, 1, Packing::kVector};
const ElementType kUchar{ScalarType::kUchar, 1, Packing::kVector};

template <typename T>
double differ(ElementType type, const std::vector<T>& a, const std::vector<T>& b) {
  return largest_difference(type, std::as_bytes(std::span(a)), std::as_bytes(std::span(b)));
}

template <typename T>
T poison(ScalarType scalar) {
  T value;
  std::memcpy(&value, poison_pattern(scalar).data(), sizeof(T));
  return value;
}

TEST(LargestDifference, IsRelative) {
  EXPECT_EQ(differ<float>(kFloat, {1, 2, 3}, {1, 2, 3}), 0.0);
  EXPECT_DOUBLE_EQ(differ<float>(kFloat, {1, 100}, {1, 75}), 0.25);
  EXPECT_DOUBLE_EQ(differ<float>(kFloat, {-1}, {1}), 2.0);
  EXPECT_EQ(differ<float>(kFloat, {0.0f}, {-0.0f}), 0.0);
  EXPECT_DOUBLE_EQ(differ<std::uint8_t>(kUchar, {100, 5}, {90, 5}), 0.1);
}

TEST(LargestDifference, IsInfiniteWhereOnlyOneIsANumber) {
  const float nan = std::nanf("");
  const float infinity = std::numeric_limits<float>::infinity();
  EXPECT_EQ(differ<float>(kFloat, {nan}, {1}), kInfinity);
  EXPECT_EQ(differ<float>(kFloat, {nan}, {-nan}), 0.0);
  EXPECT_EQ(differ<float>(kFloat, {infinity}, {1}), kInfinity);
  EXPECT_EQ(differ<float>(kFloat, {infinity}, {infinity}), 0.0);
}

TEST(LargestDifference, FindsWhatOnlyOneWrote) {
  const auto unset = poison<float>(ScalarType::kFloat);
  EXPECT_TRUE(std::isnan(unset));
  EXPECT_TRUE(std::isnan(poison<double>(ScalarType::kDouble)));
  EXPECT_EQ(differ<float>(kFloat, {unset, 1}, {unset, 1}), 0.0);
  EXPECT_EQ(differ<float>(kFloat, {unset, 1}, {2, 1}), kInfinity);
  EXPECT_EQ(differ<float>(kFloat, {unset}, {std::nanf("")}), kInfinity);
  const ElementType integer{ScalarType::kInt, 1, Packing::kVector};
  EXPECT_EQ(differ<std::int32_t>(integer, {poison<std::int32_t>(ScalarType::kInt)}, {7}),
            kInfinity);
}

TEST(LargestDifference, IgnoresThePaddingOfThreeComponents) {
  const ElementType float3{ScalarType::kFloat, 3, Packing::kVector};
  EXPECT_EQ(differ<float>(float3, {1, 2, 3, 4}, {1, 2, 3, 99}), 0.0);
  EXPECT_DOUBLE_EQ(differ<float>(float3, {1, 2, 4, 4}, {1, 2, 3, 4}), 0.25);
}

TEST(AllPoison, SeesASingleWrittenScalar) {
  std::vector<float> values(4, poison<float>(ScalarType::kFloat));
  EXPECT_TRUE(all_poison(kFloat, std::as_bytes(std::span(values))));
  values[3] = 0.0f;
  EXPECT_FALSE(all_poison(kFloat, std::as_bytes(std::span(values))));
}

}  // namespace
}  // namespace lmtune
