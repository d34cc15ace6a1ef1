// Random numbers that are the same on every machine, compiler and standard library.
#pragma once

#include <cstdint>
#include <random>
#include <span>
#include <utility>

namespace lmtune {

/// std::mt19937_64 with distributions of our own: the standard library's differ between vendors.
class Random {
 public:
  explicit Random(std::uint64_t seed) : engine_(seed) {}

  /// Uniform in [low, high], both included; low <= high.
  std::int64_t integer(std::int64_t low, std::int64_t high);

  /// Uniform in [0, 1), on a grid of 2^-53.
  double real();

  /// True with the given probability.
  bool chance(double probability) { return real() < probability; }

  /// One of `values`, which must not be empty.
  template <typename T>
  const T& choose(std::span<const T> values) {
    return values[static_cast<std::size_t>(
        integer(0, static_cast<std::int64_t>(values.size()) - 1))];
  }

  /// Puts `values` into any order with the same probability (Fisher and Yates).
  template <typename T>
  void shuffle(std::span<T> values) {
    for (std::size_t left = values.size(); left > 1; --left) {
      const auto other = integer(0, static_cast<std::int64_t>(left) - 1);
      std::swap(values[left - 1], values[static_cast<std::size_t>(other)]);
    }
  }

 private:
  std::mt19937_64 engine_;
};

/// The `index`-th value of a stateless stream of 64-bit values (splitmix64, Steele et al. 2014):
/// any element of a buffer can be filled without those before it.
std::uint64_t mix_bits(std::uint64_t seed, std::uint64_t index);

}  // namespace lmtune
