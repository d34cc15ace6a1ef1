#include <cmath>

#include "support/references/reference.h"

namespace lmtune {
namespace {

enum class Layout { kInterleaved, kPlanes };

template <Layout layout>
void count_pairs(const Benchmark& benchmark, HostBuffers& buffers) {
  const std::int64_t m = value(benchmark, "m"), n = value(benchmark, "n");
  const std::int64_t sets = value(benchmark, "sets"), bins = value(benchmark, "bins");
  const bool counts_of_points = value(benchmark, "style") >= 2;
  const auto data = buffers.as<float>("data"), random = buffers.as<float>("random");
  const auto edges = buffers.as<float>("edges");
  const auto counts = buffers.as<std::uint32_t>("counts");
  const auto at = [](std::span<const float> points, std::int64_t count, std::int64_t point,
                     std::int64_t axis) {
    return points[layout == Layout::kPlanes ? axis * count + point : point * 3 + axis];
  };
  for (std::int64_t pair = 0; pair < sets * m * n; ++pair) {
    const std::int64_t set = pair / (m * n), i = pair / n % m, j = pair % n;
    const auto offset = [&](std::int64_t axis) {
      return at(random.subspan(set * 3 * n), n, j, axis) - at(data, m, i, axis);
    };
    const float x = offset(0), y = offset(1), z = offset(2);
    const float squared = std::fma(x, x, std::fma(y, y, z * z));
    for (std::int64_t bin = 0; bin < bins; ++bin) {
      if (squared < edges[bin] || squared >= edges[bin + 1]) continue;
      ++counts[counts_of_points ? (set * bins + bin) * m + i : set * bins + bin];
    }
  }
}

const RegisterReference kInterleaved("two_point_correlation", count_pairs<Layout::kInterleaved>);
const RegisterReference kPlanes("two_point_correlation/planes", count_pairs<Layout::kPlanes>);

}  // namespace
}  // namespace lmtune
