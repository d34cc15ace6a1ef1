// Run files in the T4 format.
#include <array>
#include <string>

#include "io/json_value.h"
#include "lmtune/io/run_export.h"

namespace lmtune {
namespace {

constexpr double kNsPerMs = 1e6;

/// What tells this point of the search space from all others.
Json configuration_of(const Benchmark& benchmark, Variant variant) {
  Json configuration{{"lmtune_benchmark", benchmark.id},
                     {"lmtune_name", benchmark.name},
                     {"lmtune_family", benchmark.family},
                     {"lmtune_cached", variant == Variant::kCached ? 1 : 0}};
  for (const auto& [name, value] : benchmark.values) configuration[name] = value;
  return configuration;
}

Json sizes_of(const std::array<std::uint64_t, 3>& sizes) {
  return {{"x", sizes[0]}, {"y", sizes[1]}, {"z", sizes[2]}};
}

/// As far as it is known without the compiler's help: registers are not.
Json compilation_of(const Benchmark& benchmark, Variant variant) {
  const bool cached = variant == Variant::kCached;
  Json data{{"global_size", sizes_of(benchmark.launch.global)},
            {"local_size", sizes_of(benchmark.launch.local)}};
  if (benchmark.plan) data["local_memory_size"] = cached ? benchmark.plan->local_bytes : 0;
  return data;
}

Json result_of(const RunResult& result, Variant variant) {
  const Measurement& m = result.measurement;
  const auto& samples_ns = variant == Variant::kCached ? m.cached_ns : m.baseline_ns;
  const bool correct = m.status == Status::kCorrect;
  Json runtimes = Json::array();
  Json measurements = Json::array();
  if (correct) {
    for (const std::int64_t sample_ns : samples_ns) {
      runtimes.push_back(static_cast<double>(sample_ns) / m.launches_per_sample / kNsPerMs);
    }
    const auto measured = [&](const char* name, double value, const char* unit) {
      measurements.push_back(
          Json{{"name", name}, {"value", value}, {"unit", unit}, {"type", "Double"}});
    };
    measured("time", median_launch_ns(samples_ns, m.launches_per_sample) / kNsPerMs, "ms");
    measured("speedup", variant == Variant::kCached ? m.speedup : 1.0, "");
  }
  // The host did these for both variants together: half of it each. lmtune searches nothing.
  const auto half_ms = [](std::int64_t time_ns) {
    return static_cast<double>(time_ns) / 2.0 / kNsPerMs;
  };
  Json configuration = configuration_of(result.benchmark, variant);
  if (result.device) configuration["lmtune_device"] = result.device->name;
  return Json{{"configuration", std::move(configuration)},
              {"objectives", {"time"}},
              {"times",
               {{"compilation_time", half_ms(m.build_ns)},
                {"runtimes", std::move(runtimes)},
                {"framework", half_ms(m.prepare_ns)},
                {"search_algorithm", 0},
                {"validation", half_ms(m.validate_ns)}}},
              {"invalidity", to_string(m.status)},
              {"correctness", correct ? 1 : 0},
              {"measurements", std::move(measurements)},
              {"compilation_data", compilation_of(result.benchmark, variant)}};
}

}  // namespace

void export_t4(const Run& run, const TextSink& write) {
  const Json metadata{{"compute_api", "OpenCL"},
                      {"platform", run.header.device.platform},
                      {"device", run.header.device.name},
                      {"autotuner", "lmtune"},
                      {"autotuner_version", run.header.lmtune_version},
                      {"timeunit", "milliseconds"}};
  write("{\"schema_version\":\"1.1.0\",\n\"metadata\":" + to_line(metadata) + ",\n\"results\":[");
  std::string_view separator = "\n";
  for (const RunResult& result : run.results) {
    for (const Variant variant : {Variant::kBaseline, Variant::kCached}) {
      write(separator);
      write(to_line(result_of(result, variant)));
      separator = ",\n";
    }
  }
  write("\n]}\n");
}

}  // namespace lmtune
