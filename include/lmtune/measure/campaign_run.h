// Measures many benchmarks into a run file, a journal: whatever kills the process costs at most the
// benchmark in flight, and a run begun again goes on where it stopped.
#pragma once

#include <atomic>
#include <cstddef>
#include <filesystem>
#include <functional>
#include <span>

#include "lmtune/core/benchmark.h"
#include "lmtune/core/run_summary.h"
#include "lmtune/measure/executor.h"
#include "lmtune/measure/protocol.h"

namespace lmtune {

struct RunProgress {
  std::size_t total = 0;      ///< benchmarks asked for, each counted once
  std::size_t done = 0;       ///< with a result, those of earlier runs included
  std::size_t failed = 0;     ///< of those, with another status than `correct`
  double per_second = 0.0;    ///< measured by this process
  double seconds_left = 0.0;  ///< at that rate; 0 while nothing is measured
};

struct RunHooks {
  Clock clock = steady_clock();
  std::function<void(const RunProgress&)> on_progress = [](const RunProgress&) {};
  /// Set from outside (a signal): the benchmark in flight is finished, then the run ends.
  const std::atomic<bool>* interrupted = nullptr;
};

/// Measures those of `benchmarks` that `path` holds no result of, appending to it. A benchmark that
/// was begun twice without a result killed its process: it is recorded as `runtime` and not tried
/// again. A torn last line is cut off. Throws kOutput where `path` cannot be written or another
/// process writes to it, kInput where it is no run file, or one of another device, driver or
/// protocol, and kDevice where the device no longer works.
RunSummary run_campaign(Executor& executor, std::span<const Benchmark> benchmarks,
                        const std::filesystem::path& path, const ProtocolOptions& options,
                        const RunHooks& hooks);

}  // namespace lmtune
