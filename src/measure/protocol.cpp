#include "lmtune/measure/protocol.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>

namespace lmtune {
namespace {

/// Shortest time seen of one launch of each variant.
struct Estimate {
  std::int64_t baseline_ns = 0;
  std::int64_t cached_ns = 0;
};

void check_results(PreparedBenchmark& prepared, const Benchmark& benchmark,
                   Measurement& measurement) {
  measurement.max_difference = prepared.compare_variants();
  if (measurement.max_difference <= benchmark.tolerance) return;
  throw BenchmarkFailure{
      Status::kCorrectness,
      std::isinf(measurement.max_difference)
          ? "the variants' results differ: one has no number where the other has one"
          : fmt::format("the variants' results differ by {:.3g} (relative), {:.3g} is allowed",
                        measurement.max_difference, benchmark.tolerance)};
}

std::int64_t time_once(PreparedBenchmark& prepared, Variant variant,
                       const ProtocolOptions& options) {
  const std::int64_t time = prepared.time_ns(variant, 1);
  if (time > options.max_launch_ns) {
    throw BenchmarkFailure{
        Status::kTimeout, fmt::format("one launch of the {} variant took {:.1f} s, {:.1f} s is the "
                                      "limit",
                                      to_string(variant), static_cast<double>(time) * 1e-9,
                                      static_cast<double>(options.max_launch_ns) * 1e-9)};
  }
  return time;
}

/// Runs the variants in turn for the warm-up time, at least once each. The last round is the pilot:
/// the first ones still see idle clocks and cold caches.
Estimate warm_up(PreparedBenchmark& prepared, const ProtocolOptions& options, const Clock& clock) {
  Estimate estimate;
  const std::int64_t end = clock() + options.warm_up_ns;
  do {
    estimate.baseline_ns = time_once(prepared, Variant::kBaseline, options);
    estimate.cached_ns = time_once(prepared, Variant::kCached, options);
  } while (clock() < end);
  return estimate;
}

void sample_pair(PreparedBenchmark& prepared, std::array<Variant, 2> order,
                 Measurement& measurement) {
  for (const Variant variant : order) {
    auto& samples = variant == Variant::kBaseline ? measurement.baseline_ns : measurement.cached_ns;
    samples.push_back(prepared.time_ns(variant, measurement.launches_per_sample));
  }
}

/// Pairs in the order ABBA, so that a drift of the clock cancels; stops only after whole ABBAs.
void sample(PreparedBenchmark& prepared, const ProtocolOptions& options, const Clock& clock,
            Measurement& measurement) {
  const std::int64_t begin = clock();
  MedianInterval log_ratio;
  do {
    sample_pair(prepared, {Variant::kBaseline, Variant::kCached}, measurement);
    sample_pair(prepared, {Variant::kCached, Variant::kBaseline}, measurement);
    log_ratio = median_interval(log_ratios(measurement.baseline_ns, measurement.cached_ns));
  } while (
      !stop_reason(log_ratio, measurement.baseline_ns.size(), clock() - begin, options.stopping));
  measurement.speedup = std::exp(log_ratio.median);
  measurement.speedup_low = std::exp(log_ratio.low);
  measurement.speedup_high = std::exp(log_ratio.high);
}

}  // namespace

Clock steady_clock() {
  return [] {
    return static_cast<std::int64_t>(std::chrono::duration_cast<std::chrono::nanoseconds>(
                                         std::chrono::steady_clock::now().time_since_epoch())
                                         .count());
  };
}

ProtocolOptions ProtocolOptions::quick() {
  ProtocolOptions options;
  options.warm_up_ns = 2'000'000;
  options.max_launch_ns = 2'000'000'000;
  options.stopping.min_pairs = 6;
  options.stopping.max_pairs = 12;
  options.stopping.max_ns = 100'000'000;
  return options;
}

std::map<std::string, double> to_values(const ProtocolOptions& options) {
  return {{"warm_up_ns", static_cast<double>(options.warm_up_ns)},
          {"min_timer_steps", static_cast<double>(options.min_timer_steps)},
          {"min_sample_ns", static_cast<double>(options.min_sample_ns)},
          {"max_launches", static_cast<double>(options.max_launches)},
          {"max_launch_ns", static_cast<double>(options.max_launch_ns)},
          {"margin", options.stopping.margin},
          {"min_pairs", static_cast<double>(options.stopping.min_pairs)},
          {"max_pairs", static_cast<double>(options.stopping.max_pairs)},
          {"max_ns", static_cast<double>(options.stopping.max_ns)}};
}

std::uint32_t launches_per_sample(std::int64_t shorter_ns, std::uint64_t timer_step_ns,
                                  const ProtocolOptions& options) {
  const std::int64_t wanted_ns = std::max(
      options.min_sample_ns, static_cast<std::int64_t>(options.min_timer_steps * timer_step_ns));
  const std::int64_t one_ns = std::max<std::int64_t>(shorter_ns, 1);
  const std::int64_t launches = (wanted_ns + one_ns - 1) / one_ns;
  return static_cast<std::uint32_t>(
      std::clamp<std::int64_t>(launches, 1, static_cast<std::int64_t>(options.max_launches)));
}

Measurement measure_benchmark(Executor& executor, const Benchmark& benchmark,
                              const ProtocolOptions& options, const Clock& clock) {
  Measurement measurement;
  measurement.benchmark_id = benchmark.id;
  try {
    const std::unique_ptr<PreparedBenchmark> prepared = executor.prepare(benchmark);
    measurement.build_ns = prepared->build_ns();
    check_results(*prepared, benchmark, measurement);
    const Estimate estimate = warm_up(*prepared, options, clock);
    measurement.launches_per_sample =
        launches_per_sample(std::min(estimate.baseline_ns, estimate.cached_ns),
                            executor.device().timer_step_ns, options);
    sample(*prepared, options, clock, measurement);
  } catch (const BenchmarkFailure& failure) {
    measurement.status = failure.status;
    measurement.reason = failure.reason;
    measurement.baseline_ns.clear();
    measurement.cached_ns.clear();
  }
  return measurement;
}

}  // namespace lmtune
