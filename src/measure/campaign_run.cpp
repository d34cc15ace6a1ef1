#include "lmtune/measure/campaign_run.h"

#include <fmt/format.h>

#include <string>
#include <unordered_set>
#include <vector>

#include "lmtune/base/version.h"
#include "measure/journal.h"

namespace lmtune {
namespace {

/// Counts results as they come.
class Tally {
 public:
  explicit Tally(std::size_t total) { summary_.total = total; }

  void add(const Measurement& measurement) {
    ++done_;
    ++summary_.by_status[static_cast<std::size_t>(measurement.status)];
    if (measurement.status != Status::kCorrect) return;
    speedups_.push_back(measurement.speedup);
    if (measurement.speedup > 1.0) ++summary_.beneficial;
    if (is_tie(measurement)) ++summary_.ties;
    if (is_decisive(measurement.speedup)) ++summary_.decisive;
  }
  void add_kept(const Measurement& measurement) {
    ++summary_.kept;
    add(measurement);
  }

  RunProgress progress(double seconds) const {
    RunProgress progress;
    progress.total = summary_.total;
    progress.done = done_;
    progress.failed = done_ - summary_.count(Status::kCorrect);
    const std::size_t own = done_ - summary_.kept;
    if (own > 0 && seconds > 0.0) {
      progress.per_second = static_cast<double>(own) / seconds;
      progress.seconds_left = static_cast<double>(summary_.total - done_) / progress.per_second;
    }
    return progress;
  }

  RunSummary summary(RunEnd end, double seconds) const {
    RunSummary summary = summary_;
    summary.end = end;
    summary.seconds = seconds;
    if (!speedups_.empty()) summary.median_speedup = median(speedups_);
    return summary;
  }

 private:
  RunSummary summary_;
  std::size_t done_ = 0;
  std::vector<double> speedups_;
};

/// Each benchmark once, in order.
std::vector<const Benchmark*> without_repeats(std::span<const Benchmark> benchmarks) {
  std::unordered_set<std::string> seen;
  std::vector<const Benchmark*> unique;
  for (const Benchmark& benchmark : benchmarks) {
    if (seen.insert(benchmark.id).second) unique.push_back(&benchmark);
  }
  return unique;
}

Measurement died_twice(const Benchmark& benchmark) {
  Measurement measurement;
  measurement.benchmark_id = benchmark.id;
  measurement.status = Status::kRuntime;
  measurement.reason = "its process died twice while measuring it";
  return measurement;
}

/// Measures one benchmark between its two lines of the journal.
Measurement measure_one(Executor& executor, const Benchmark& benchmark,
                        const ProtocolOptions& options, const Clock& clock, Journal& journal) {
  if (journal.times_started(benchmark.id) >= 2) {
    const Measurement measurement = died_twice(benchmark);
    journal.end(benchmark, measurement);
    return measurement;
  }
  journal.begin(benchmark);
  const Measurement measurement = measure_benchmark(executor, benchmark, options, clock);
  journal.end(benchmark, measurement);
  // After the result is safe: an unusable device must not spoil the benchmarks that follow.
  if (measurement.status == Status::kRuntime || measurement.status == Status::kConstraints) {
    executor.check_device();
  }
  return measurement;
}

}  // namespace

RunSummary run_campaign(Executor& executor, std::span<const Benchmark> benchmarks,
                        const std::filesystem::path& path, const ProtocolOptions& options,
                        const RunHooks& hooks) {
  Journal journal(path, {std::string(kLmtuneVersion), executor.device(), to_values(options)});
  const std::int64_t begin = hooks.clock();
  const auto seconds = [&] { return static_cast<double>(hooks.clock() - begin) * 1e-9; };

  const std::vector<const Benchmark*> unique = without_repeats(benchmarks);
  Tally tally(unique.size());
  std::vector<const Benchmark*> open;
  for (const Benchmark* benchmark : unique) {
    const auto kept = journal.kept().find(benchmark->id);
    if (kept == journal.kept().end()) {
      open.push_back(benchmark);
    } else {
      tally.add_kept(kept->second);
    }
  }
  hooks.on_progress(tally.progress(seconds()));
  for (const Benchmark* benchmark : open) {
    if (hooks.interrupted != nullptr && hooks.interrupted->load()) {
      return tally.summary(RunEnd::kInterrupted, seconds());
    }
    tally.add(measure_one(executor, *benchmark, options, hooks.clock, journal));
    hooks.on_progress(tally.progress(seconds()));
  }
  return tally.summary(RunEnd::kComplete, seconds());
}

}  // namespace lmtune
