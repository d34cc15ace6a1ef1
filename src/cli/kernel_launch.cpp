#include "cli/kernel_launch.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <utility>

#include "cli/kernel_file.h"
#include "lmtune/base/error.h"
#include "lmtune/core/kernel_info.h"
#include "lmtune/trace/trace.h"

namespace lmtune {
namespace {

/// Bytes of an array whose size nobody gave. The tracer's pages are made when touched, so that this
/// costs nothing, and few launches need more.
constexpr std::uint64_t kGenerousBytes = 4ull << 30;

std::string parameter_names(const KernelInfo& kernel) {
  std::vector<std::string> names;
  for (const KernelParameter& parameter : kernel.parameters) names.push_back(parameter.name);
  return names.empty() ? "none" : fmt::format("{}", fmt::join(names, ", "));
}

bool is_array(const KernelParameter& parameter) {
  return parameter.kind == ParameterKind::kBuffer || parameter.kind == ParameterKind::kConstant;
}

void check_array(const KernelInfo& kernel, const std::string& array) {
  std::vector<std::string> arrays;
  std::vector<std::string> targets;
  const KernelParameter* found = nullptr;
  for (const KernelParameter& parameter : kernel.parameters) {
    if (!is_array(parameter)) continue;
    arrays.push_back(parameter.name);
    if (can_be_target(parameter)) targets.push_back(parameter.name);
    if (parameter.name == array) found = &parameter;
  }
  if (found == nullptr) {
    throw Error(ErrorKind::kUsage, "--array",
                array.empty() ? fmt::format("is missing for kernel '{}'", kernel.name)
                              : fmt::format("kernel '{}' has no array '{}'", kernel.name, array),
                fmt::format("its arrays are: {}", fmt::join(arrays, ", ")));
  }
  if (std::find(targets.begin(), targets.end(), array) != targets.end()) return;
  const char* reason = found->kind == ParameterKind::kConstant ? "is in constant memory already"
                       : found->used                           ? "is written by the kernel"
                                                               : "is not used by the kernel";
  throw Error(ErrorKind::kInput, "--array", fmt::format("'{}' {}", array, reason),
              fmt::format("only arrays in global memory that it only reads can be targets; those "
                          "are: {}",
                          targets.empty() ? "none" : fmt::format("{}", fmt::join(targets, ", "))));
}

/// Every name given by --arg and --size must be a parameter of the right kind.
void check_given_names(const KernelInfo& kernel, const KernelLaunch& launch) {
  const auto check = [&kernel](const std::string& option, const std::string& name, bool scalar) {
    for (const KernelParameter& parameter : kernel.parameters) {
      if (parameter.name != name) continue;
      const bool takes_size = is_array(parameter) || parameter.kind == ParameterKind::kLocal;
      if (scalar != takes_size) return;
      throw Error(ErrorKind::kUsage, option,
                  fmt::format("'{}' is {}", name, takes_size ? "an array" : "a scalar"),
                  fmt::format("give it by {} {}=…", takes_size ? "--size" : "--arg", name));
    }
    throw Error(ErrorKind::kUsage, option,
                fmt::format("kernel '{}' has no argument '{}'", kernel.name, name),
                fmt::format("its arguments are: {}", parameter_names(kernel)));
  };
  for (const auto& [name, value] : launch.scalars) check("--arg", name, true);
  for (const auto& [name, size] : launch.sizes) check("--size", name, false);
}

Launch launch_of(const KernelLaunch& given, const KernelInfo& kernel) {
  std::vector<std::uint64_t> local = given.local;
  if (given.global.empty()) {
    throw Error(ErrorKind::kUsage, "--global", "is missing",
                "give the work-items: X, X,Y or X,Y,Z");
  }
  if (kernel.required_local) {
    const auto& required = *kernel.required_local;
    local.resize(std::max<std::size_t>(local.size(), given.global.size()), 1);
    if (given.local.empty()) std::copy_n(required.begin(), local.size(), local.begin());
    if (!std::equal(local.begin(), local.end(), required.begin())) {
      throw Error(ErrorKind::kInput, "--local",
                  fmt::format("is {}, but kernel '{}' requires {} (reqd_work_group_size)",
                              fmt::join(given.local, ","), kernel.name, fmt::join(required, ",")));
    }
  }
  if (local.empty()) {
    throw Error(ErrorKind::kUsage, "--local", "is missing",
                "give the size of a work-group: X, X,Y or X,Y,Z");
  }
  if (local.size() != given.global.size() || local.size() > 3) {
    throw Error(ErrorKind::kUsage, "--local",
                fmt::format("has {} sizes, and --global {}", local.size(), given.global.size()),
                "give both the same number of sizes, 1 to 3");
  }
  Launch launch;
  launch.dimensions = static_cast<std::uint32_t>(local.size());
  std::copy(given.global.begin(), given.global.end(), launch.global.begin());
  std::copy(local.begin(), local.end(), launch.local.begin());
  check_launch(launch, "--local");
  return launch;
}

BufferArgument buffer_of(const KernelParameter& parameter, const KernelLaunch& given,
                         std::vector<std::string>& assumptions) {
  BufferArgument buffer;
  if (!parameter.element_type) fail_untraceable(parameter);
  buffer.element = *parameter.element_type;
  buffer.access = parameter.access;
  const auto size = given.sizes.find(parameter.name);
  buffer.count =
      size != given.sizes.end() ? size->second : kGenerousBytes / size_bytes(buffer.element);
  if (parameter.access != Access::kWrite && !is_floating_point(buffer.element.scalar)) {
    assumptions.push_back(fmt::format(
        "'{}' holds zeros and ones in random order; if it holds indices or bounds, write a case "
        "file that says which",
        parameter.name));
  }
  return buffer;
}

ScalarArgument scalar_of(const KernelParameter& parameter, const KernelLaunch& given,
                         std::vector<std::string>& assumptions) {
  if (!parameter.element_type) fail_untraceable(parameter);
  const auto value = given.scalars.find(parameter.name);
  if (value != given.scalars.end()) return {*parameter.element_type, value->second};
  assumptions.push_back(fmt::format("{} '{}' is 1", parameter.type, parameter.name));
  return {*parameter.element_type, 1.0};
}

/// Integers decide how far loops run and how far apart rows lie: to guess them would be to guess
/// the answer.
void check_nothing_missing(const KernelInfo& kernel, const KernelLaunch& given) {
  std::vector<std::string> scalars;
  std::vector<std::string> locals;
  for (const KernelParameter& parameter : kernel.parameters) {
    const bool is_integer = parameter.kind == ParameterKind::kScalar && parameter.element_type &&
                            !is_floating_point(parameter.element_type->scalar);
    if (is_integer && !given.scalars.contains(parameter.name)) {
      scalars.push_back(fmt::format("{} ({})", parameter.name, parameter.type));
    }
    if (parameter.kind == ParameterKind::kLocal && !given.sizes.contains(parameter.name)) {
      locals.push_back(parameter.name);
    }
  }
  if (!scalars.empty()) {
    throw Error(ErrorKind::kUsage, "--arg",
                fmt::format("kernel '{}' takes integers that were not given: {}", kernel.name,
                            fmt::join(scalars, ", ")),
                "give each by --arg NAME=VALUE");
  }
  if (!locals.empty()) {
    throw Error(ErrorKind::kUsage, "--size",
                fmt::format("kernel '{}' takes local memory whose size was not given: {}",
                            kernel.name, fmt::join(locals, ", ")),
                "give each by --size NAME=BYTES");
  }
}

std::vector<Argument> arguments_of(const KernelInfo& kernel, const KernelLaunch& given,
                                   std::vector<std::string>& assumptions) {
  std::vector<Argument> arguments;
  for (const KernelParameter& parameter : kernel.parameters) {
    Argument argument{parameter.name, {}};
    switch (parameter.kind) {
      case ParameterKind::kBuffer:
      case ParameterKind::kConstant:
        argument.value = buffer_of(parameter, given, assumptions);
        break;
      case ParameterKind::kLocal:
        argument.value = LocalArgument{given.sizes.at(parameter.name)};
        break;
      case ParameterKind::kScalar:
      case ParameterKind::kStruct:
        argument.value = scalar_of(parameter, given, assumptions);
        break;
      case ParameterKind::kImage:
      case ParameterKind::kSampler:
      case ParameterKind::kOther:
        fail_untraceable(parameter);
    }
    arguments.push_back(std::move(argument));
  }
  return arguments;
}

/// The array's length in bytes as far as the last work-group tells: most index functions grow with
/// the work-item's id.
std::uint64_t bytes_read_by_last_group(const Benchmark& benchmark) {
  TraceOptions options;
  options.group.emplace();
  for (std::size_t d = 0; d < 3; ++d) {
    (*options.group)[d] = benchmark.launch.global[d] / benchmark.launch.local[d] - 1;
  }
  std::uint64_t end = 0;
  for (const MemoryInstruction& instruction :
       trace_kernel(benchmark, Variant::kBaseline, options).trace.instructions) {
    if (instruction.argument != benchmark.target) continue;
    for (const std::uint64_t offset : instruction.offsets) {
      end = std::max(end, offset + instruction.bytes);
    }
  }
  return end;
}

void assume_target_size(Benchmark& benchmark, std::vector<std::string>& assumptions) {
  const std::uint64_t bytes = bytes_read_by_last_group(benchmark);
  for (Argument& argument : benchmark.launch.arguments) {
    if (argument.name != benchmark.target) continue;
    auto& buffer = std::get<BufferArgument>(argument.value);
    const std::uint64_t element_bytes = size_bytes(buffer.element);
    // A last group that reads nothing (an early return) tells nothing.
    if (bytes == 0) return;
    buffer.count = (bytes + element_bytes - 1) / element_bytes;
    assumptions.push_back(
        fmt::format("'{}' has {} elements, up to the last that the last work-group reads; --size "
                    "{}=COUNT tells "
                    "otherwise",
                    benchmark.target, buffer.count, benchmark.target));
  }
}

}  // namespace

AssumedBenchmark assume_benchmark(const KernelLaunch& given) {
  AssumedBenchmark assumed;
  Benchmark& benchmark = assumed.benchmark;
  benchmark.spec = kernel_file_spec(given.file, given.options);
  benchmark.spec.baseline.entry_point = given.kernel;
  const KernelInfo kernel =
      find_kernel(inspect_kernels(benchmark.spec, Variant::kBaseline), given.kernel, given.file);
  check_array(kernel, given.array);
  check_given_names(kernel, given);
  benchmark.launch = launch_of(given, kernel);
  check_nothing_missing(kernel, given);
  benchmark.launch.arguments = arguments_of(kernel, given, assumed.assumptions);
  benchmark.target = given.array;
  benchmark.family = std::filesystem::path(given.file).stem().string();
  benchmark.name =
      fmt::format("{}:{}/{}[global {}, local {}]", given.file, given.kernel, given.array,
                  fmt::join(given.global, ","),
                  fmt::join(benchmark.launch.local.begin(),
                            benchmark.launch.local.begin() + benchmark.launch.dimensions, ","));
  if (!given.sizes.contains(given.array)) assume_target_size(benchmark, assumed.assumptions);
  benchmark.id = benchmark_id(benchmark);
  return assumed;
}

}  // namespace lmtune
