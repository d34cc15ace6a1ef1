// Measures many benchmarks into a run file, a journal, with worker processes: whatever kills one of
// them, or this process, costs at most the benchmark in flight, and a run begun again goes on where
// it stopped.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "lmtune/core/benchmark.h"
#include "lmtune/core/device_info.h"
#include "lmtune/core/run_summary.h"
#include "lmtune/core/trust_row.h"
#include "lmtune/measure/protocol.h"
#include "lmtune/measure/worker_host.h"

namespace lmtune {

struct RunOptions {
  ProtocolOptions protocol;
  std::size_t workers = 1;                          ///< shared by the devices, at least one each
  double control_share = 0.01;                      ///< of the benchmarks, measured as A/A controls
  double repeat_share = 0.01;                       ///< of the benchmarks, measured once more
  std::int64_t reference_every_ns = 5'000'000'000;  ///< time between two reference times
  std::int64_t build_limit_ns = 120'000'000'000;    ///< for starting a worker, too
  /// For one benchmark; 0: 10 s, or 20 times what its warm-up and sampling may take.
  std::int64_t benchmark_limit_ns = 0;
};

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
  /// Set from outside (a signal): the benchmarks in flight are finished, then the run ends.
  const std::atomic<bool>* interrupted = nullptr;
};

/// The devices of a run: one model with one driver. `rows` name them where there are several.
struct RunDevices {
  DeviceInfo info;
  std::vector<RowDevice> rows;  ///< at least one
};

/// Measures those of `benchmarks` that `path` holds no result of, appending to it. Workers build
/// what they are given at any time, and time one after the other on each device. A benchmark that
/// killed two workers, or was begun in two earlier processes without a result, is recorded as
/// `runtime`; one that hung as `timeout`; a kernel spec that killed two workers while they built it
/// as `compile`. A torn last line is cut off. Throws kOutput where `path` cannot be written or
/// another process writes to it, kInput where it is no run file, or one of another device, driver
/// or protocol, and kDevice where three workers in a row found a device unusable.
RunSummary run_campaign(WorkerHost& workers, const RunDevices& devices,
                        std::span<const Benchmark> benchmarks, const std::filesystem::path& path,
                        const RunOptions& options, const RunHooks& hooks);

}  // namespace lmtune
