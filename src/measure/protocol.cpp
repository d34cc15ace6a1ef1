#include "lmtune/measure/protocol.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <numeric>
#include <span>
#include <vector>

namespace lmtune {
namespace {

/// What the two sides of a measurement are: both variants, or the baseline twice.
struct Sides {
  Variant first = Variant::kBaseline;
  Variant second = Variant::kCached;
};

/// Device time of one launch of each side.
struct Estimate {
  std::int64_t first_ns = 0;
  std::int64_t second_ns = 0;
};

/// What is the same for all benchmarks of a run.
struct Rules {
  const ProtocolOptions& options;
  const Clock& clock;
  std::uint64_t timer_step_ns;
};

/// Adds the host time from its beginning to its end to `total_ns`, also where an exception ends it.
class PhaseTimer {
 public:
  PhaseTimer(const Clock& clock, std::int64_t& total_ns)
      : clock_(clock), total_ns_(total_ns), begin_ns_(clock()) {}
  ~PhaseTimer() { total_ns_ += clock_() - begin_ns_; }
  PhaseTimer(const PhaseTimer&) = delete;
  PhaseTimer& operator=(const PhaseTimer&) = delete;

 private:
  const Clock& clock_;
  std::int64_t& total_ns_;
  std::int64_t begin_ns_;
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

void check_time(std::int64_t time_ns, Variant variant, const ProtocolOptions& options) {
  if (time_ns <= options.max_launch_ns) return;
  throw BenchmarkFailure{Status::kTimeout,
                         fmt::format("one launch of the {} variant took {:.1f} s, {:.1f} s is the "
                                     "limit",
                                     to_string(variant), static_cast<double>(time_ns) * 1e-9,
                                     static_cast<double>(options.max_launch_ns) * 1e-9)};
}

/// Takes samples and counts what they took on the device.
std::vector<std::int64_t> take_samples(PreparedBenchmark& prepared, std::span<const Variant> order,
                                       Measurement& measurement) {
  std::vector<std::int64_t> times = prepared.time_samples(order, measurement.launches_per_sample);
  measurement.kernel_ns = std::accumulate(times.begin(), times.end(), measurement.kernel_ns);
  return times;
}

/// Whole rounds of one sample of each side: the pilot, which decides on the launches per sample,
/// and after an idle gap as many as the warm-up takes, since the first still see idle clocks.
Estimate warm_up(PreparedBenchmark& prepared, Sides sides, const Rules& rules, std::int64_t idle_ns,
                 Measurement& measurement) {
  const ProtocolOptions& options = rules.options;
  const std::int64_t end = rules.clock() + (idle_ns > options.max_idle_ns ? options.warm_up_ns : 0);
  const std::array<Variant, 2> order{sides.first, sides.second};
  Estimate estimate;
  std::uint32_t launches = 1;  // of the round that was the last
  do {
    launches = measurement.launches_per_sample;
    const std::vector<std::int64_t> times = take_samples(prepared, order, measurement);
    estimate = {times[0] / launches, times[1] / launches};
    check_time(estimate.first_ns, sides.first, options);
    check_time(estimate.second_ns, sides.second, options);
    measurement.launches_per_sample = launches_per_sample(
        std::min(estimate.first_ns, estimate.second_ns), rules.timer_step_ns, options);
    // A single launch of a few timer steps says too little: once more with several.
  } while (rules.clock() < end || (launches == 1 && measurement.launches_per_sample > 1));
  return estimate;
}

/// `pairs` pairs in the order ABBA, so that a drift of the clock cancels.
void sample_pairs(PreparedBenchmark& prepared, Sides sides, std::size_t pairs,
                  Measurement& measurement) {
  std::vector<Variant> order;
  const auto baseline_first = [](std::size_t pair) { return pair % 2 == 0; };
  for (std::size_t pair = 0; pair < pairs; ++pair) {
    order.push_back(baseline_first(pair) ? sides.first : sides.second);
    order.push_back(baseline_first(pair) ? sides.second : sides.first);
  }
  const std::vector<std::int64_t> times = take_samples(prepared, order, measurement);
  for (std::size_t pair = 0; pair < pairs; ++pair) {
    const std::size_t first = 2 * pair + (baseline_first(pair) ? 0 : 1);
    const std::size_t second = 2 * pair + (baseline_first(pair) ? 1 : 0);
    measurement.baseline_ns.push_back(times[first]);
    measurement.cached_ns.push_back(times[second]);
  }
}

/// Whole ABBAs until the stopping rule is content.
void sample(PreparedBenchmark& prepared, Sides sides, const Rules& rules, const Estimate& estimate,
            Measurement& measurement) {
  const StoppingOptions& stopping = rules.options.stopping;
  const std::int64_t begin = rules.clock();
  SamplingState state;
  state.pair_ns = estimate.first_ns + estimate.second_ns;
  state.sample_pair_ns = state.pair_ns * measurement.launches_per_sample;
  MedianInterval log_ratio;
  do {
    sample_pairs(prepared, sides, next_pairs(state, stopping), measurement);
    log_ratio = median_interval(log_ratios(measurement.baseline_ns, measurement.cached_ns));
    state.pairs = measurement.baseline_ns.size();
    state.elapsed_ns = rules.clock() - begin;
  } while (!stop_reason(log_ratio, state, stopping));
  measurement.speedup = std::exp(log_ratio.median);
  measurement.speedup_low = std::exp(log_ratio.low);
  measurement.speedup_high = std::exp(log_ratio.high);
}

Measurement measure(Executor& executor, const Benchmark& benchmark, Sides sides, const Rules& rules,
                    std::int64_t idle_ns) {
  Measurement measurement;
  measurement.benchmark_id = benchmark.id;
  try {
    std::unique_ptr<PreparedBenchmark> prepared;
    {
      const PhaseTimer timer(rules.clock, measurement.prepare_ns);
      prepared = executor.prepare(benchmark);
      measurement.build_ns = prepared->build_ns();
    }
    {
      const PhaseTimer timer(rules.clock, measurement.validate_ns);
      check_results(*prepared, benchmark, measurement);
    }
    // The device may have had nothing to do while the host prepared or compared.
    idle_ns = std::max({idle_ns, measurement.prepare_ns, measurement.validate_ns});
    const PhaseTimer timer(rules.clock, measurement.timing_ns);
    const Estimate estimate = warm_up(*prepared, sides, rules, idle_ns, measurement);
    sample(*prepared, sides, rules, estimate, measurement);
  } catch (const BenchmarkFailure& failure) {
    measurement.status = failure.status;
    measurement.reason = failure.reason;
    measurement.baseline_ns.clear();
    measurement.cached_ns.clear();
  }
  return measurement;
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
  options.stopping.fewest_pairs = 2;
  options.stopping.max_ns = 100'000'000;
  options.stopping.hard_max_ns = 100'000'000;
  return options;
}

void ProtocolOptions::force_pairs(std::size_t pairs) {
  stopping.forced_pairs = pairs + pairs % 2;
  stopping.max_pairs = std::max(stopping.max_pairs, stopping.forced_pairs);
}

std::map<std::string, double> to_values(const ProtocolOptions& options) {
  return {{"max_idle_ns", static_cast<double>(options.max_idle_ns)},
          {"warm_up_ns", static_cast<double>(options.warm_up_ns)},
          {"min_timer_steps", static_cast<double>(options.min_timer_steps)},
          {"min_sample_ns", static_cast<double>(options.min_sample_ns)},
          {"max_launches", static_cast<double>(options.max_launches)},
          {"max_launch_ns", static_cast<double>(options.max_launch_ns)},
          {"margin", options.stopping.margin},
          {"min_pairs", static_cast<double>(options.stopping.min_pairs)},
          {"max_pairs", static_cast<double>(options.stopping.max_pairs)},
          {"forced_pairs", static_cast<double>(options.stopping.forced_pairs)},
          {"fewest_pairs", static_cast<double>(options.stopping.fewest_pairs)},
          {"max_ns", static_cast<double>(options.stopping.max_ns)},
          {"hard_max_ns", static_cast<double>(options.stopping.hard_max_ns)},
          {"clear_margin", options.stopping.clear_margin},
          {"clear_pairs", static_cast<double>(options.stopping.clear_pairs)},
          {"clear_pair_ns", static_cast<double>(options.stopping.clear_pair_ns)}};
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
                              const ProtocolOptions& options, const Clock& clock,
                              std::int64_t idle_ns) {
  return measure(executor, benchmark, {Variant::kBaseline, Variant::kCached},
                 {options, clock, executor.device().timer_step_ns}, idle_ns);
}

Measurement measure_control(Executor& executor, const Benchmark& benchmark,
                            const ProtocolOptions& options, const Clock& clock,
                            std::int64_t idle_ns) {
  return measure(executor, benchmark, {Variant::kBaseline, Variant::kBaseline},
                 {options, clock, executor.device().timer_step_ns}, idle_ns);
}

}  // namespace lmtune
