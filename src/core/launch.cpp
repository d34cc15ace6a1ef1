#include "lmtune/core/launch.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>

#include "lmtune/base/error.h"
#include "lmtune/base/random.h"
#include "lmtune/core/scalar_dispatch.h"

namespace lmtune {
namespace {

template <typename T>
T cut_to(double value) {
  if constexpr (std::is_integral_v<T>) {
    return static_cast<T>(
        std::clamp(std::floor(value), static_cast<double>(std::numeric_limits<T>::min()),
                   // The double below 2^63 and 2^64, so that the cast is defined.
                   sizeof(T) == 8 ? 9.2233720368547748e18
                                  : static_cast<double>(std::numeric_limits<T>::max())));
  } else {
    return static_cast<T>(value);
  }
}

template <typename T>
void fill_typed(const BufferArgument& buffer, std::span<std::byte> bytes,
                std::uint64_t first_element) {
  const Fill& fill = buffer.fill;
  const std::uint32_t stored = size_bytes(buffer.element) / sizeof(T);
  const double span = fill.high - fill.low + (std::is_integral_v<T> ? 1.0 : 0.0);
  const std::uint64_t end = first_element + bytes.size() / size_bytes(buffer.element);
  std::byte* next = bytes.data();
  for (std::uint64_t i = first_element; i < end; ++i) {
    std::uint64_t step = i / fill.divisor;
    if (fill.modulus != 0) step %= fill.modulus;
    const double base = fill.low + fill.slope * static_cast<double>(step);
    for (std::uint32_t c = 0; c < stored; ++c) {
      const std::uint64_t bits = mix_bits(fill.seed, i * stored + c);
      const double noise = static_cast<double>(bits >> 11) * 0x1.0p-53 * span;
      const double shaped = base + (std::is_integral_v<T> ? std::floor(noise) : noise);
      const T value = cut_to<T>(std::clamp(shaped, fill.minimum, fill.maximum));
      std::memcpy(next, &value, sizeof(T));
      next += sizeof(T);
    }
  }
}

}  // namespace

std::string to_string(Access access) {
  switch (access) {
    case Access::kRead:
      return "read";
    case Access::kWrite:
      return "write";
    case Access::kReadWrite:
      return "read_write";
  }
  return "";
}

std::uint64_t group_items(const Launch& launch) {
  return launch.local[0] * launch.local[1] * launch.local[2];
}

std::uint64_t group_count(const Launch& launch) {
  std::uint64_t count = 1;
  for (int d = 0; d < 3; ++d) count *= launch.global[d] / launch.local[d];
  return count;
}

std::uint64_t buffer_bytes(const BufferArgument& buffer) {
  return buffer.count * size_bytes(buffer.element);
}

const BufferArgument* find_buffer(const Launch& launch, std::string_view name) {
  for (const Argument& argument : launch.arguments) {
    if (argument.name == name) return std::get_if<BufferArgument>(&argument.value);
  }
  return nullptr;
}

void check_launch(const Launch& launch, const std::string& where, SmallerGroups smaller) {
  for (std::uint32_t d = 0; d < 3; ++d) {
    const std::uint64_t global = launch.global[d];
    const std::uint64_t local = launch.local[d];
    if (global == 0 || local == 0) {
      throw Error(ErrorKind::kInput, where,
                  fmt::format("global size {} and local size {} in dimension {}", global, local, d),
                  "both must be positive");
    }
    if (smaller == SmallerGroups::kAllowed && local <= global) continue;
    if (global % local != 0) {
      throw Error(ErrorKind::kInput, where,
                  fmt::format("local size {} does not divide global size {} in dimension {}", local,
                              global, d),
                  fmt::format("the next multiple is {}", (global / local + 1) * local));
    }
  }
}

void fill_buffer(const BufferArgument& buffer, std::span<std::byte> bytes,
                 std::uint64_t first_element) {
  if (buffer.data) {
    const std::string& contents = buffer.data->bytes;
    const std::size_t first = std::min(contents.size(), first_element * size_bytes(buffer.element));
    const std::size_t given = std::min(bytes.size(), contents.size() - first);
    std::memcpy(bytes.data(), contents.data() + first, given);
    std::memset(bytes.data() + given, 0, bytes.size() - given);
    return;
  }
  with_scalar_type(buffer.element.scalar,
                   [&]<typename T>(T) { fill_typed<T>(buffer, bytes, first_element); });
}

std::vector<std::byte> scalar_bytes(const ScalarArgument& scalar) {
  std::vector<std::byte> bytes(size_bytes(scalar.element));
  if (!scalar.bytes.empty()) {
    std::memcpy(bytes.data(), scalar.bytes.data(), std::min(bytes.size(), scalar.bytes.size()));
    return bytes;
  }
  with_scalar_type(scalar.element.scalar, [&]<typename T>(T) {
    const T value = cut_to<T>(scalar.value);
    for (std::size_t at = 0; at < bytes.size(); at += sizeof(T)) {
      std::memcpy(bytes.data() + at, &value, sizeof(T));
    }
  });
  return bytes;
}

}  // namespace lmtune
