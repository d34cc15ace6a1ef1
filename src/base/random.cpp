#include "lmtune/base/random.h"

#include <limits>

namespace lmtune {

std::int64_t Random::integer(std::int64_t low, std::int64_t high) {
  const std::uint64_t span = static_cast<std::uint64_t>(high) - static_cast<std::uint64_t>(low);
  if (span == std::numeric_limits<std::uint64_t>::max())
    return static_cast<std::int64_t>(engine_());
  const std::uint64_t count = span + 1;
  // Reject the short last stretch of the engine's range, so that every value is equally likely.
  const std::uint64_t limit =
      std::numeric_limits<std::uint64_t>::max() - std::numeric_limits<std::uint64_t>::max() % count;
  std::uint64_t drawn = engine_();
  while (drawn >= limit) drawn = engine_();
  return static_cast<std::int64_t>(static_cast<std::uint64_t>(low) + drawn % count);
}

double Random::real() { return static_cast<double>(engine_() >> 11) * 0x1.0p-53; }

std::uint64_t mix_bits(std::uint64_t seed, std::uint64_t index) {
  std::uint64_t z = seed + (index + 1) * 0x9e3779b97f4a7c15ULL;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
  return z ^ (z >> 31);
}

}  // namespace lmtune
