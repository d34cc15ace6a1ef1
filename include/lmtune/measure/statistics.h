// What pairs of times say about a speedup: pure functions, without clocks or devices.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace lmtune {

/// The median of `values`, which must not be empty; of an even number, the mean of the middle two.
double median(std::vector<double> values);

/// A median with a confidence interval.
struct MedianInterval {
  double median = 0.0;
  double low = 0.0;
  double high = 0.0;
};

/// The narrowest interval of order statistics [x(k), x(n+1-k)] that holds the median with at least
/// 95 % confidence, whatever the distribution (David and Nagaraja, Order Statistics, 7.1). Below 6
/// values no such interval exists: it is then the range of them all (94 % for 5, 88 % for 4, 50 %
/// for 2). `values` must not be empty.
MedianInterval median_interval(std::vector<double> values);

/// log(baseline / cached) of each pair of times; the spans are equally long.
std::vector<double> log_ratios(std::span<const std::int64_t> baseline_ns,
                               std::span<const std::int64_t> cached_ns);

}  // namespace lmtune
