#include "cli/measure_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <thread>
#include <utility>
#include <vector>

#include "cli/measure_text.h"
#include "lmtune/measure/process_workers.h"

namespace lmtune {
namespace {

/// On a GPU all cores build; where the device is the CPU, building would disturb the timing.
std::size_t default_jobs(const RunDevices& devices) {
  if (devices.info.local_type != LocalMemoryType::kDedicated) return devices.rows.size();
  return std::max<std::size_t>(std::thread::hardware_concurrency(), devices.rows.size());
}

/// Workers are this binary again, run anew: a driver does not survive a fork.
std::unique_ptr<WorkerHost> start_workers(const RunDevices& devices,
                                          const MeasureSettings& settings) {
  std::vector<std::vector<std::string>> command_lines;
  for (const RowDevice& device : devices.rows) {
    std::vector<std::string> words{"measure-worker", "--device-index",
                                   fmt::format("{}", device.index)};
    for (std::string& word : command_line(settings.protocol)) words.push_back(std::move(word));
    command_lines.push_back(std::move(words));
  }
  return make_process_workers("/proc/self/exe", std::move(command_lines));
}

RunOptions run_options(const MeasureSettings& settings, const RunDevices& devices) {
  RunOptions options = settings.options;
  options.protocol = protocol_options(settings.protocol);
  options.workers = settings.jobs > 0 ? settings.jobs : default_jobs(devices);
  options.benchmark_limit_ns = static_cast<std::int64_t>(settings.benchmark_limit_s * 1e9);
  options.build_limit_ns = static_cast<std::int64_t>(settings.build_limit_s * 1e9);
  return options;
}

}  // namespace

RunSummary measure_benchmarks(const RunDevices& devices, std::span<const Benchmark> benchmarks,
                              const std::string& output, const MeasureSettings& settings,
                              const std::atomic<bool>* interrupted) {
  const ProgressLine line;
  RunHooks hooks;
  hooks.on_progress = [&line](const RunProgress& progress) { line.show(progress); };
  hooks.interrupted = interrupted;
  const std::unique_ptr<WorkerHost> workers = start_workers(devices, settings);
  return run_campaign(*workers, devices, benchmarks, output, run_options(settings, devices), hooks);
}

}  // namespace lmtune
