#include "lmtune/measure/statistics.h"

#include <algorithm>
#include <cmath>

namespace lmtune {
namespace {

/// The largest k ≥ 1 for which P(B ≤ k - 1) ≤ 2.5 % with B ~ Binomial(n, 1/2), or 1 if there is
/// none.
std::size_t lower_rank(std::size_t n) {
  double probability = std::pow(0.5, static_cast<double>(n));  // P(B = 0)
  double below = probability;                                  // P(B ≤ k - 1)
  std::size_t k = 1;
  for (;;) {
    probability *= static_cast<double>(n - k + 1) / static_cast<double>(k);
    if (below + probability > 0.025 || k + 1 > n) return k;
    below += probability;
    ++k;
  }
}

double sorted_median(const std::vector<double>& values) {
  const std::size_t middle = values.size() / 2;
  return values.size() % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2.0;
}

}  // namespace

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return sorted_median(values);
}

MedianInterval median_interval(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  const std::size_t k = lower_rank(values.size());
  return {sorted_median(values), values[k - 1], values[values.size() - k]};
}

std::vector<double> log_ratios(std::span<const std::int64_t> baseline_ns,
                               std::span<const std::int64_t> cached_ns) {
  std::vector<double> ratios;
  for (std::size_t i = 0; i < baseline_ns.size(); ++i) {
    // A timer that did not advance counts as one step of its finest unit.
    const auto baseline = static_cast<double>(std::max<std::int64_t>(baseline_ns[i], 1));
    const auto cached = static_cast<double>(std::max<std::int64_t>(cached_ns[i], 1));
    ratios.push_back(std::log(baseline / cached));
  }
  return ratios;
}

}  // namespace lmtune
