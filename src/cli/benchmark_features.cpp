#include "cli/benchmark_features.h"

#include <fmt/format.h>

#include <utility>

#include "lmtune/base/error.h"
#include "lmtune/base/log.h"
#include "lmtune/features/features.h"
#include "lmtune/features/staging_planner.h"
#include "lmtune/template/synthetic_benchmark.h"
#if LMTUNE_WITH_OCLGRIND
#include "lmtune/trace/trace.h"
#endif

namespace lmtune {
namespace {

/// Throws unless the group reads the target and does not write it.
void check_target(const AccessTrace& trace, const Benchmark& benchmark) {
  bool loaded = false;
  for (const MemoryInstruction& instruction : trace.instructions) {
    if (instruction.argument != benchmark.target) continue;
    if (instruction.kind != AccessKind::kLoad) {
      throw Error(ErrorKind::kInput, benchmark.name,
                  fmt::format("'{}' is written by the kernel", benchmark.target),
                  "only an array that it only reads can be a target");
    }
    loaded = true;
  }
  if (!loaded) {
    throw Error(
        ErrorKind::kInput, benchmark.name,
        fmt::format("work-group ({}, {}, {}), which stands for the launch, never loads '{}'",
                    trace.group[0], trace.group[1], trace.group[2], benchmark.target),
        "name an array that this launch reads, or other scalar arguments");
  }
}

}  // namespace

AccessTrace trace_baseline(const Benchmark& benchmark) {
  if (benchmark.origin == Origin::kSynthetic) {
    return trace_synthetic(parameters_from_values(benchmark.values, benchmark.name));
  }
#if LMTUNE_WITH_OCLGRIND
  TraceResult result = trace_kernel(benchmark, Variant::kBaseline, {});
  if (!result.problems.empty()) {
    log_warning(fmt::format("{}: {}{}", benchmark.name, result.problems.front(),
                            result.problems.size() > 1
                                ? fmt::format(" (and {} more)", result.problems.size() - 1)
                                : ""));
  }
  return std::move(result.trace);
#else
  throw Error(ErrorKind::kUsage, benchmark.name,
              "this lmtune was built without the tracer, and knows synthetic benchmarks only",
              "install Oclgrind (Debian: liboclgrind-dev) and build it again");
#endif
}

TraceSummary summarise_baseline(const Benchmark& benchmark) {
  if (benchmark.summary) return *benchmark.summary;
  if (benchmark.origin == Origin::kSynthetic) {
    return summarise_synthetic(parameters_from_values(benchmark.values, benchmark.name));
  }
  const AccessTrace trace = trace_baseline(benchmark);
  check_target(trace, benchmark);
  return summarise(trace, benchmark);
}

std::vector<PlannedFeatures> planned_features(const Benchmark& benchmark,
                                              const DeviceInfo& device) {
  if (benchmark.plan) {
    return {{*benchmark.plan,
             compute_features(summarise_baseline(benchmark), benchmark, *benchmark.plan, device)}};
  }
  const AccessTrace trace = trace_baseline(benchmark);
  check_target(trace, benchmark);
  const std::vector<StagingPlan> plans = plan_staging(trace, benchmark, device);
  if (plans.empty()) {
    throw Error(
        ErrorKind::kInput, benchmark.name,
        fmt::format("no part of '{}' that could be staged fits the {} bytes of local memory "
                    "that a group has on {}",
                    benchmark.target, device.local_bytes, device.name),
        "a smaller work-group reads less of it at a time");
  }
  const TraceSummary summary = summarise(trace, benchmark);
  std::vector<PlannedFeatures> planned;
  for (const StagingPlan& plan : plans) {
    planned.push_back({plan, compute_features(summary, benchmark, plan, device)});
  }
  return planned;
}

}  // namespace lmtune
