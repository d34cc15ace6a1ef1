// Run files as CSV.
#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string>

#include "io/csv.h"
#include "lmtune/io/run_export.h"

namespace lmtune {
namespace {

constexpr std::string_view kColumns =
    "id,name,origin,family,target,device,status,reason,samples,launches_per_sample,baseline_ns,"
    "cached_ns,speedup,speedup_low,speedup_high,label,tie,decisive,build_ns";

std::string number(double value) { return fmt::format("{}", value); }

/// The cells that only a correct measurement has, from `samples` to `decisive`.
std::string measured_cells(const Measurement& m) {
  if (m.status != Status::kCorrect) return ",,,,,,,,,";
  return fmt::format(
      "{},{},{},{},{},{},{},{},{:d},{:d}", m.baseline_ns.size(), m.launches_per_sample,
      number(median_launch_ns(m.baseline_ns, m.launches_per_sample)),
      number(median_launch_ns(m.cached_ns, m.launches_per_sample)), m.speedup, m.speedup_low,
      m.speedup_high, m.speedup > 1.0 ? "cache" : "leave", is_tie(m), is_decisive(m.speedup));
}

/// Names of the template's parameters, of all synthetic benchmarks.
std::set<std::string> parameter_names(const Run& run) {
  std::set<std::string> names;
  for (const RunResult& result : run.results) {
    if (result.benchmark.origin != Origin::kSynthetic) continue;
    for (const auto& [name, value] : result.benchmark.values) names.insert(name);
  }
  return names;
}

}  // namespace

void export_csv(const Run& run, std::span<const std::optional<FeatureVector>> features,
                const TextSink& write) {
  const std::set<std::string> parameters = parameter_names(run);
  std::string line(kColumns);
  for (const std::string& name : parameters) line += ",parameter_" + name;
  if (!features.empty()) {
    for (const FeatureInfo& info : feature_schema()) line += fmt::format(",feature_{}", info.name);
  }
  write(line + '\n');

  for (std::size_t i = 0; i < run.results.size(); ++i) {
    const auto& [benchmark, measurement, device] = run.results[i];
    line = fmt::format(
        "{},{},{},{},{},{},{},{},{},{}", benchmark.id, csv_cell(benchmark.name),
        to_string(benchmark.origin), csv_cell(benchmark.family), csv_cell(benchmark.target),
        csv_cell(device ? device->name : run.header.device.name), to_string(measurement.status),
        csv_cell(measurement.reason), measured_cells(measurement), measurement.build_ns);
    const bool synthetic = benchmark.origin == Origin::kSynthetic;
    for (const std::string& name : parameters) {
      const auto found = benchmark.values.find(name);
      line += ',';
      if (synthetic && found != benchmark.values.end()) line += number(found->second);
    }
    if (!features.empty()) {
      for (std::size_t f = 0; f < kFeatureCount; ++f) {
        line += ',';
        if (features[i]) line += number(features[i]->values[f]);
      }
    }
    write(line + '\n');
  }
}

}  // namespace lmtune
