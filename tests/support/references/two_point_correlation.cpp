#include <atomic>
#include <cmath>

#include "lmtune/base/parallel.h"
#include "support/references/reference.h"

namespace lmtune {
namespace {

enum class Layout { kInterleaved, kPlanes };

template <Layout layout>
void count_pairs(const Problem& problem, HostBuffers& buffers) {
  const std::int64_t m = problem.integer("m"), n = problem.integer("n");
  const std::int64_t sets = problem.integer("sets"), bins = problem.integer("bins");
  const bool counts_of_points = problem.integer("style") >= 2;
  const auto data = buffers.as<float>("data"), random = buffers.as<float>("random");
  const auto edges = buffers.as<float>("edges");
  const auto counts = buffers.as<std::uint32_t>("counts");
  const auto at = [](std::span<const float> points, std::int64_t count, std::int64_t point,
                     std::int64_t axis) {
    return points[layout == Layout::kPlanes ? axis * count + point : point * 3 + axis];
  };
  parallel_for(static_cast<std::size_t>(sets * m), 0, [&](std::size_t task) {
    const std::int64_t set = static_cast<std::int64_t>(task) / m;
    const std::int64_t i = static_cast<std::int64_t>(task) % m;
    for (std::int64_t j = 0; j < n; ++j) {
      const auto offset = [&](std::int64_t axis) {
        return at(random.subspan(set * 3 * n), n, j, axis) - at(data, m, i, axis);
      };
      const float x = offset(0), y = offset(1), z = offset(2);
      const float squared = std::fma(x, x, std::fma(y, y, z * z));
      for (std::int64_t bin = 0; bin < bins; ++bin) {
        if (squared < edges[bin] || squared >= edges[bin + 1]) continue;
        std::atomic_ref(counts[counts_of_points ? (set * bins + bin) * m + i : set * bins + bin])
            .fetch_add(1, std::memory_order_relaxed);
        break;
      }
    }
  });
}

const RegisterReference kInterleaved("two_point_correlation", count_pairs<Layout::kInterleaved>);
const RegisterReference kPlanes("two_point_correlation/planes", count_pairs<Layout::kPlanes>);

}  // namespace
}  // namespace lmtune
