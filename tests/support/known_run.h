// A run file whose answer is known, for tests of commands that learn: real benchmarks from `lmtune
// generate`, with times made up so that staging pays exactly where the copy is batched.
#pragma once

#include <fstream>
#include <set>
#include <string>
#include <vector>

#include "lmtune/io/campaign_file.h"
#include "lmtune/io/run_file.h"
#include "support/run_lmtune.h"

namespace lmtune::testing {

inline DeviceInfo known_device() {
  DeviceInfo device;
  device.platform = "Test platform";
  device.name = "Test GPU";
  device.driver_version = "1.0";
  device.compute_units = 16;
  device.max_group_items = 1024;
  device.max_item_sizes = {1024, 1024, 64};
  device.local_bytes = 48 * 1024;
  device.cache_bytes = 4 << 20;
  device.unit_local_bytes = 96 * 1024;
  return device;
}

inline RunResult known_result(const Benchmark& benchmark) {
  RunResult result{benchmark, {}};
  result.measurement.benchmark_id = benchmark.id;
  const bool pays = benchmark.plan->copy_style == CopyStyle::kBatched;
  result.measurement.baseline_ns = {pays ? 20000 : 10000};
  result.measurement.cached_ns = {pays ? 10000 : 20000};
  result.measurement.speedup = pays ? 2.0 : 0.5;
  result.measurement.speedup_low = result.measurement.speedup * 0.99;
  result.measurement.speedup_high = result.measurement.speedup * 1.01;
  return result;
}

/// The campaign of `lmtune generate --count COUNT`, by way of a file in `folder`.
inline std::vector<Benchmark> known_benchmarks(const std::filesystem::path& folder,
                                               const std::string& count) {
  const std::string campaign = (folder / "campaign.jsonl").string();
  const ProcessResult made =
      run_lmtune({"generate", "--count", count, "--limits", "pocl", "-o", campaign});
  if (made.exit_code != 0) throw std::runtime_error(made.err);
  return read_campaign(campaign).benchmarks;
}

inline void write_run(const std::filesystem::path& path, const DeviceInfo& device,
                      const std::vector<RunResult>& results) {
  std::ofstream stream(path);
  stream << format_run_header({"0.1.0", device, {}}) << '\n';
  std::set<std::string> sources;
  for (const RunResult& result : results) {
    const KernelSource& source = *result.benchmark.spec.source;
    if (sources.insert(source_hash(source)).second) stream << format_run_source(source) << '\n';
    stream << format_run_started(result.benchmark.id) << '\n' << format_run_result(result) << '\n';
  }
}

}  // namespace lmtune::testing
