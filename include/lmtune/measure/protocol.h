// The measuring protocol of one benchmark: compare the variants' results, warm up, take a pilot,
// then time the variants in turn until the speedup is known. Source: docs/measuring.md.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <string>

#include "lmtune/core/benchmark.h"
#include "lmtune/core/measurement.h"
#include "lmtune/measure/executor.h"
#include "lmtune/measure/stopping_rule.h"

namespace lmtune {

/// Host time in ns from any origin, never going back.
using Clock = std::function<std::int64_t()>;

/// The machine's own.
Clock steady_clock();

struct ProtocolOptions {
  std::int64_t max_idle_ns = 20'000'000;  ///< after a longer gap the device is warmed up by time
  std::int64_t warm_up_ns = 20'000'000;   ///< host time that both variants run then
  std::uint64_t min_timer_steps = 50;     ///< a sample is at least so many steps of the timer …
  std::int64_t min_sample_ns = 20'000;    ///< … and at least so long
  std::uint32_t max_launches = 1'000;     ///< in one sample
  std::int64_t max_launch_ns = 10'000'000'000;  ///< a variant that runs longer is a timeout
  StoppingOptions stopping;

  /// Less exact and several times faster: for trying out, CPUs and CI.
  static ProtocolOptions quick();

  /// Takes at least `pairs` pairs of every benchmark, however long they run (`--min-pairs`). An odd
  /// number is rounded up: pairs come as ABBA.
  void force_pairs(std::size_t pairs);
};

/// For `idle_ns`: nothing is known about what the device did before.
inline constexpr std::int64_t kIdleForever = std::numeric_limits<std::int64_t>::max();

/// The options by name, as run files carry them.
std::map<std::string, double> to_values(const ProtocolOptions& options);

/// Launches of one sample, the same for both variants: as many as the shorter of the two needs.
std::uint32_t launches_per_sample(std::int64_t shorter_ns, std::uint64_t timer_step_ns,
                                  const ProtocolOptions& options);

/// Measures one benchmark on a device that has been idle for `idle_ns`. A BenchmarkFailure becomes
/// the measurement's status and reason; results that differ by more than the benchmark's tolerance
/// become `correctness`. Errors of other kinds pass through.
Measurement measure_benchmark(Executor& executor, const Benchmark& benchmark,
                              const ProtocolOptions& options, const Clock& clock,
                              std::int64_t idle_ns = kIdleForever);

/// The same with the baseline on both sides, an A/A control: its true speedup is 1, so whatever
/// else it says is the protocol's error.
Measurement measure_control(Executor& executor, const Benchmark& benchmark,
                            const ProtocolOptions& options, const Clock& clock,
                            std::int64_t idle_ns = kIdleForever);

}  // namespace lmtune
