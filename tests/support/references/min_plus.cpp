#include <algorithm>
#include <cstdlib>
#include <limits>

#include "lmtune/base/parallel.h"
#include "support/references/reference.h"

namespace lmtune {
namespace {

template <typename Element>
Element add(Element a, Element b) {
  return a + b;
}

/// Hop counts stay at the largest number.
template <>
std::uint16_t add(std::uint16_t a, std::uint16_t b) {
  const int sum = int{a} + int{b};
  return static_cast<std::uint16_t>(std::min<int>(sum, std::numeric_limits<std::uint16_t>::max()));
}

template <typename Element>
void product(const Problem& problem, HostBuffers& buffers) {
  const std::size_t m = problem.count("m"), n = problem.count("n"), inner = problem.count("inner");
  const bool by_pivot = problem.integer("by_pivot") != 0, paths = problem.integer("paths") != 0;
  const auto to = buffers.as<Element>("to"), from = buffers.as<Element>("from");
  const auto dist = buffers.as<Element>("dist");
  const auto via = buffers.as<std::int32_t>("via");
  parallel_for(m, 0, [&](std::size_t i) {
    for (std::size_t k = 0; k < inner; ++k) {
      const Element first = to[by_pivot ? k * m + i : i * inner + k];
      for (std::size_t j = 0; j < n; ++j) {
        const Element length = add(first, from[k * n + j]);
        if (length >= dist[i * n + j]) continue;
        dist[i * n + j] = length;
        if (paths) via[i * n + j] = static_cast<std::int32_t>(k);
      }
    }
  });
}

void row(const Problem& problem, HostBuffers& buffers) {
  constexpr int kPenalty = 7;
  const std::int64_t width = problem.integer("width"), radius = problem.integer("radius");
  const auto before = buffers.as<std::int32_t>("before"), after = buffers.as<std::int32_t>("after");
  const auto cost = buffers.as<std::uint8_t>("cost"), moves = buffers.as<std::uint8_t>("moves");
  parallel_for(problem.count("maps"), 0, [&](std::size_t map) {
    const std::int64_t first = static_cast<std::int64_t>(map) * width;
    for (std::int64_t x = 0; x < width; ++x) {
      std::int64_t best = std::numeric_limits<std::int64_t>::max(), move = 0;
      for (std::int64_t d = -radius; d <= radius; ++d) {
        const std::int64_t sum =
            before[first + std::clamp<std::int64_t>(x + d, 0, width - 1)] + std::abs(d) * kPenalty;
        if (sum >= best) continue;
        best = sum;
        move = d;
      }
      after[first + x] = static_cast<std::int32_t>(best + cost[first + x]);
      moves[first + x] = static_cast<std::uint8_t>(move + radius);
    }
  });
}

const RegisterReference kTo("min_plus/to", product<std::int32_t>);
const RegisterReference kFrom("min_plus/from", product<float>);
const RegisterReference kHops("min_plus/hops", product<std::uint16_t>);
const RegisterReference kBefore("min_plus/before", row);

}  // namespace
}  // namespace lmtune
