#include "opencl/results.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <type_traits>

#include "lmtune/core/scalar_dispatch.h"

namespace lmtune {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

template <typename T>
double difference(T a, T b) {
  if constexpr (std::is_floating_point_v<T>) {
    if (std::isnan(a) || std::isnan(b)) return std::isnan(a) == std::isnan(b) ? 0.0 : kInfinity;
  }
  if (a == b) return 0.0;
  const auto x = static_cast<double>(a);
  const auto y = static_cast<double>(b);
  if (std::isinf(x) || std::isinf(y)) return kInfinity;
  // Subnormal results count as differences of their own size, not of 100 %.
  const double tiny = std::is_floating_point_v<T> ? std::numeric_limits<T>::min() : 1.0;
  return std::fabs(x - y) / std::max({std::fabs(x), std::fabs(y), static_cast<double>(tiny)});
}

}  // namespace

std::vector<std::byte> poison_pattern(ScalarType scalar) {
  std::vector<std::byte> pattern(size_bytes(scalar), std::byte{0xA7});
  if (is_floating_point(scalar)) {
    // Little-endian: the exponent's bits, all ones, are in the last two bytes.
    pattern[pattern.size() - 1] = std::byte{0x7F};
    pattern[pattern.size() - 2] = std::byte{0xFD};
  }
  return pattern;
}

double largest_difference(ElementType type, std::span<const std::byte> a,
                          std::span<const std::byte> b) {
  if (std::memcmp(a.data(), b.data(), a.size()) == 0) return 0.0;
  const std::vector<std::byte> poison = poison_pattern(type.scalar);
  const bool padded = type.packing == Packing::kVector && type.components == 3;
  return with_scalar_type(type.scalar, [&]<typename T>(T) {
    double largest = 0.0;
    for (std::size_t i = 0; i * sizeof(T) < a.size(); ++i) {
      if (padded && i % 4 == 3) continue;
      const std::byte* at_a = a.data() + i * sizeof(T);
      const std::byte* at_b = b.data() + i * sizeof(T);
      if (std::memcmp(at_a, at_b, sizeof(T)) == 0) continue;
      const auto poisoned = [&poison](const std::byte* at) {
        return sizeof(T) >= 4 && std::memcmp(at, poison.data(), sizeof(T)) == 0;
      };
      if (poisoned(at_a) || poisoned(at_b)) return kInfinity;
      T x, y;
      std::memcpy(&x, at_a, sizeof(T));
      std::memcpy(&y, at_b, sizeof(T));
      largest = std::max(largest, difference(x, y));
    }
    return largest;
  });
}

bool all_poison(ElementType type, std::span<const std::byte> result) {
  const std::vector<std::byte> poison = poison_pattern(type.scalar);
  for (std::size_t at = 0; at < result.size(); at += poison.size()) {
    if (std::memcmp(result.data() + at, poison.data(), poison.size()) != 0) return false;
  }
  return true;
}

}  // namespace lmtune
