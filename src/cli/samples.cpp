#include "cli/samples.h"

#include <fmt/format.h>

#include <atomic>
#include <optional>
#include <set>

#include "cli/benchmark_features.h"
#include "lmtune/base/error.h"
#include "lmtune/base/log.h"
#include "lmtune/base/parallel.h"
#include "lmtune/core/measurement.h"
#include "lmtune/generate/seed_ranges.h"
#include "lmtune/io/run_file.h"
#include "lmtune/template/template_parameters.h"

namespace lmtune {
namespace {

std::vector<Run> read_runs(const std::vector<std::string>& paths) {
  std::vector<Run> runs;
  for (const std::string& path : paths) {
    runs.push_back(read_run(path, TornLine::kDrop));
    const Run& run = runs.back();
    if (run.torn) {
      log_warning(fmt::format("{}: the last line is incomplete and was left out", path));
    }
    const DeviceInfo& first = runs.front().header.device;
    const DeviceInfo& device = run.header.device;
    if (device.name != first.name || device.platform != first.platform) {
      throw Error(ErrorKind::kInput, path,
                  fmt::format("was measured on {} ({}), but {} on {} ({})", device.name,
                              device.platform, paths.front(), first.name, first.platform),
                  "train a model for each device");
    }
    if (device.driver_version != first.driver_version) {
      log_warning(fmt::format("{}: measured with driver {}, but {} with {}", path,
                              device.driver_version, paths.front(), first.driver_version));
    }
  }
  return runs;
}

/// The results with two times that are to be compared, each benchmark once.
std::vector<const RunResult*> usable_results(const std::vector<Run>& runs, LeftOut& left_out) {
  std::vector<const RunResult*> usable;
  std::set<std::string> seen;
  for (const Run& run : runs) {
    for (const RunResult& result : run.results) {
      if (result.measurement.status != Status::kCorrect) {
        ++left_out[fmt::format("status {}", to_string(result.measurement.status))];
      } else if (!result.benchmark.plan) {
        ++left_out["no staging plan"];
      } else if (!seen.insert(result.benchmark.id).second) {
        ++left_out["measured before"];
      } else {
        usable.push_back(&result);
      }
    }
  }
  return usable;
}

/// Synthetic benchmarks of a vicinity campaign are there for the families that they fill. Those of
/// a range campaign are there for a family where they lie outside what the others span.
std::vector<std::string> brought_by(const Benchmark& benchmark, const SeedRanges& ranges) {
  if (benchmark.origin == Origin::kReal) return {};
  if (!benchmark.fills.empty()) {
    return benchmark.fills.size() == 1 ? benchmark.fills : std::vector<std::string>{};
  }
  const RangeQuantities quantities =
      range_quantities(parameters_from_values(benchmark.values, benchmark.name));
  std::vector<std::string> families;
  for (const auto& [family, intervals] : ranges) {
    if (outside_ranges(quantities, ranges, family)) families.push_back(family);
  }
  return families;
}

/// Of the real benchmarks, whose summaries are there or made.
SeedRanges ranges_of(const std::vector<const RunResult*>& results) {
  std::vector<Benchmark> seeds;
  for (const RunResult* result : results) {
    if (result->benchmark.origin != Origin::kReal || !result->benchmark.summary) continue;
    seeds.push_back(result->benchmark);
  }
  return seed_ranges(seeds);
}

Sample sample_of(const RunResult& result, const DeviceInfo& device, const SeedRanges& ranges) {
  const Benchmark& benchmark = result.benchmark;
  Sample sample;
  sample.benchmark_id = benchmark.id;
  sample.spec_id = spec_id(benchmark.spec);
  sample.origin = benchmark.origin;
  sample.family = benchmark.family;
  if (sample.origin == Origin::kSynthetic) {
    sample.approach = benchmark.fills.empty() ? "range" : "vicinity";
  }
  sample.brought_by = brought_by(benchmark, ranges);
  sample.features = planned_features(benchmark, device).planned.front().features;
  sample.speedup = result.measurement.speedup;
  sample.tie = is_tie(result.measurement);
  return sample;
}

std::vector<Sample> make_samples(const std::vector<const RunResult*>& results,
                                 const DeviceInfo& device, std::uint32_t jobs, LeftOut& left_out) {
  log_info(fmt::format("computing the features of {} benchmarks", results.size()));
  const SeedRanges ranges = ranges_of(results);
  std::vector<std::optional<Sample>> computed(results.size());
  std::vector<std::string> reasons(results.size());
  std::atomic<std::size_t> done = 0;
  parallel_for(results.size(), jobs, [&](std::size_t i) {
    try {
      computed[i] = sample_of(*results[i], device, ranges);
    } catch (const Error& error) {
      // Without the tracer no real benchmark works: that is no matter of a few.
      if (error.kind() != ErrorKind::kInput) throw;
      reasons[i] = error.what();
    }
    if (const std::size_t count = ++done; count % 5000 == 0) {
      log_info(fmt::format("{} of {}", count, results.size()));
    }
  });

  std::vector<Sample> samples;
  std::uint64_t failed = 0;
  for (std::size_t i = 0; i < results.size(); ++i) {
    if (computed[i]) {
      samples.push_back(std::move(*computed[i]));
    } else if (++failed == 1) {
      log_warning(fmt::format("no features of {}: {}", results[i]->benchmark.name, reasons[i]));
    }
  }
  if (failed > 0) left_out["no features"] = failed;
  return samples;
}

}  // namespace

SampleSet read_samples(const std::vector<std::string>& paths, std::uint32_t jobs) {
  const std::vector<Run> runs = read_runs(paths);
  SampleSet set;
  set.device = runs.front().header.device;
  for (const Run& run : runs) set.runs.push_back(run.content_hash);
  set.samples = make_samples(usable_results(runs, set.left_out), set.device, jobs, set.left_out);
  if (!set.samples.empty()) return set;
  std::string reasons;
  for (const auto& [reason, count] : set.left_out) {
    reasons += fmt::format(" {} ({})", count, reason);
  }
  throw Error(ErrorKind::kInput, paths.front(), "holds no result to train from",
              reasons.empty() ? "" : "left out:" + reasons);
}

}  // namespace lmtune
