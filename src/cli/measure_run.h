// Measuring benchmarks into a run file with worker processes: what `measure` does, and `predict
// --measure` too.
#pragma once

#include <atomic>
#include <cstddef>
#include <span>
#include <string>

#include "cli/protocol_arguments.h"
#include "lmtune/core/benchmark.h"
#include "lmtune/core/run_summary.h"
#include "lmtune/measure/campaign_run.h"

namespace lmtune {

struct MeasureSettings {
  ProtocolArguments protocol;
  std::size_t jobs = 0;  ///< worker processes; 0: as many as the device likes
  RunOptions options;    ///< without protocol, workers and limits, which the others decide
  double benchmark_limit_s = 0.0;
  double build_limit_s = 120.0;
};

/// Measures into the run file `output`, or goes on with it, and shows the progress on a terminal.
/// Throws as run_campaign() does. `interrupted` may be null.
RunSummary measure_benchmarks(const RunDevices& devices, std::span<const Benchmark> benchmarks,
                              const std::string& output, const MeasureSettings& settings,
                              const std::atomic<bool>* interrupted);

}  // namespace lmtune
