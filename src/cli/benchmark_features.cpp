#include "cli/benchmark_features.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>
#include <memory>
#include <utility>
#include <variant>

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

#if LMTUNE_WITH_OCLGRIND
/// Enough for a probe; data that happen to be loop bounds must not take minutes.
constexpr std::uint64_t kProbeInstructions = 30'000'000;

/// The same benchmark with other data in its other arrays: integers that nobody described are any
/// index into the target.
Benchmark with_other_data(Benchmark benchmark) {
  const std::uint64_t count = target_buffer(benchmark).count;
  for (Argument& argument : benchmark.launch.arguments) {
    auto* buffer = std::get_if<BufferArgument>(&argument.value);
    if (!buffer || argument.name == benchmark.target) continue;
    if (!is_floating_point(buffer->element.scalar) && buffer->fill == Fill{}) {
      buffer->fill.high = static_cast<double>(std::max<std::uint64_t>(count, 1) - 1);
    }
    ++buffer->fill.seed;
  }
  return benchmark;
}

bool loads_other_integers(const AccessTrace& trace, const Benchmark& benchmark) {
  return std::any_of(
      trace.instructions.begin(), trace.instructions.end(),
      [&benchmark](const MemoryInstruction& instruction) {
        const BufferArgument* buffer = find_buffer(benchmark.launch, instruction.argument);
        return instruction.argument != benchmark.target && instruction.kind == AccessKind::kLoad &&
               buffer && !is_floating_point(buffer->element.scalar);
      });
}

std::vector<MemoryInstruction> target_instructions(const AccessTrace& trace,
                                                   const std::string& target) {
  std::vector<MemoryInstruction> found;
  std::copy_if(trace.instructions.begin(), trace.instructions.end(), std::back_inserter(found),
               [&target](const MemoryInstruction& one) { return one.argument == target; });
  return found;
}

/// Whether other data in the other arrays makes the kernel load other, scattered elements.
TargetIndices indices_of(const AccessTrace& trace, const Benchmark& benchmark) {
  if (!loads_other_integers(trace, benchmark)) return TargetIndices::kComputed;
  TraceOptions options;
  options.max_instructions = kProbeInstructions;
  try {
    const AccessTrace probe =
        trace_kernel(with_other_data(benchmark), Variant::kBaseline, options).trace;
    const bool depends = target_instructions(probe, benchmark.target) !=
                         target_instructions(trace, benchmark.target);
    return depends && is_scattered(probe, benchmark) ? TargetIndices::kFromDataScattered
                                                     : TargetIndices::kComputed;
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::kInput) throw;
    return TargetIndices::kComputed;  // The probe's data may be nonsense to the kernel.
  }
}
#else
/// A real benchmark cannot be traced, and a synthetic one has a plan.
TargetIndices indices_of(const AccessTrace&, const Benchmark&) { return TargetIndices::kComputed; }
#endif

std::shared_ptr<const AccessTrace> trace_baseline(const Benchmark& benchmark) {
  if (benchmark.trace) return benchmark.trace;
  if (benchmark.origin == Origin::kSynthetic) {
    return std::make_shared<AccessTrace>(
        trace_synthetic(parameters_from_values(benchmark.values, benchmark.name)));
  }
#if LMTUNE_WITH_OCLGRIND
  TraceResult result = trace_kernel(benchmark, Variant::kBaseline, {});
  warn_of(result.problems, benchmark.name);
  return std::make_shared<AccessTrace>(std::move(result.trace));
#else
  throw Error(ErrorKind::kUsage, benchmark.name,
              "this lmtune was built without the tracer, and knows synthetic benchmarks only",
              "install Oclgrind (Debian: liboclgrind-dev) and build it again");
#endif
}

}  // namespace

void warn_of(const std::vector<std::string>& problems, const std::string& name) {
  if (problems.empty()) return;
  const std::string others =
      problems.size() > 1 ? fmt::format(" (and {} more)", problems.size() - 1) : "";
  log_warning(fmt::format("{}: {}{}", name, problems.front(), others));
}

TraceSummary summarise_baseline(const Benchmark& benchmark) {
  if (benchmark.summary) return *benchmark.summary;
  if (benchmark.origin == Origin::kSynthetic) {
    return summarise_synthetic(parameters_from_values(benchmark.values, benchmark.name));
  }
  const std::shared_ptr<const AccessTrace> trace = trace_baseline(benchmark);
  check_target(*trace, benchmark);
  return summarise(*trace, benchmark);
}

PlanChoices planned_features(const Benchmark& benchmark, const DeviceInfo& device) {
  if (benchmark.plan) {
    return {{{*benchmark.plan,
              compute_features(summarise_baseline(benchmark), benchmark, *benchmark.plan, device)}},
            {}};
  }
  const std::shared_ptr<const AccessTrace> traced = trace_baseline(benchmark);
  const AccessTrace& trace = *traced;
  check_target(trace, benchmark);
  const TargetIndices indices = indices_of(trace, benchmark);
  StagingProposals proposals = plan_staging(trace, benchmark, device, indices);
  if (proposals.plans.empty()) {
    throw Error(ErrorKind::kInput, benchmark.name,
                fmt::format("'{}' cannot be staged on {}: {}", benchmark.target, device.name,
                            fmt::join(proposals.rejected, "; ")),
                indices == TargetIndices::kComputed
                    ? "a smaller work-group reads less of it at a time"
                    : "such an array can be staged only where it fits as a whole");
  }
  const TraceSummary summary = summarise(trace, benchmark);
  PlanChoices choices{{}, std::move(proposals.rejected)};
  for (const StagingPlan& plan : proposals.plans) {
    choices.planned.push_back({plan, compute_features(summary, benchmark, plan, device)});
  }
  return choices;
}

}  // namespace lmtune
