#include "lmtune/trace/trace.h"

#include <fmt/format.h>

#include <csignal>
#include <utility>

#include "lmtune/base/child_process.h"
#include "lmtune/base/error.h"
#include "lmtune/io/trace_message.h"

namespace lmtune {
namespace {

/// The last words of a child, for a message.
std::string last_lines(const std::string& errors) {
  constexpr std::size_t kShown = 2000;
  std::string text = errors.size() > kShown ? "…" + errors.substr(errors.size() - kShown) : errors;
  while (!text.empty() && text.back() == '\n') text.pop_back();
  return text.empty() ? "it said nothing" : "it said: " + text;
}

void check_group(const std::array<std::uint64_t, 3>& group, const Launch& launch,
                 const std::string& source_name) {
  for (std::size_t d = 0; d < 3; ++d) {
    if (group[d] < launch.global[d] / launch.local[d]) continue;
    throw Error(ErrorKind::kInput, source_name,
                fmt::format("there is no work-group {} in dimension {}", group[d], d),
                fmt::format("the launch has {}", launch.global[d] / launch.local[d]));
  }
}

TracerResponse ask(const TracerRequest& request, const KernelSource& source,
                   const std::filesystem::path& program) {
  const ChildResult child = run_child(program, {"trace-child"}, format_tracer_request(request));
  if (child.signal == SIGXCPU) {
    throw Error(ErrorKind::kInput, source.name,
                "takes more processor time than compiling and tracing a kernel may",
                "a smaller launch does less; if it never ends, an argument or the data in an array "
                "is not what the kernel expects");
  }
  if (child.signal != 0) {
    throw Error(ErrorKind::kInternal, source.name,
                fmt::format("the tracer's process was killed by {}", signal_name(child.signal)),
                last_lines(child.errors));
  }
  if (child.exit_code != 0 || child.output.empty()) {
    throw Error(ErrorKind::kInternal, source.name,
                fmt::format("the tracer's process ended with exit code {} and without an answer",
                            child.exit_code),
                last_lines(child.errors));
  }
  TracerResponse response = parse_tracer_response(child.output);
  if (const auto* error = std::get_if<Error>(&response)) throw *error;
  return response;
}

}  // namespace

TraceResult trace_kernel(const Benchmark& benchmark, Variant variant, const TraceOptions& options) {
  const Launch& launch = benchmark.launch;
  const KernelSource& source = *benchmark.spec.source;
  check_launch(launch, source.name, SmallerGroups::kAllowed);
  const auto group = options.group.value_or(representative_group(launch.global, launch.local));
  check_group(group, launch, source.name);
  for (const auto& other : options.reach_groups) check_group(other, launch, source.name);
  const TraceRequest request{benchmark,
                             variant,
                             group,
                             options.max_instructions,
                             options.race_check,
                             options.max_seconds,
                             options.reach_groups};
  return std::get<TraceResult>(ask(request, source, options.program));
}

std::vector<KernelInfo> inspect_kernels(const KernelSpec& spec, Variant variant,
                                        const std::filesystem::path& program) {
  return std::get<std::vector<KernelInfo>>(
      ask(InspectRequest{spec, variant}, *spec.source, program));
}

}  // namespace lmtune
