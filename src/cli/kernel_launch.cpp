#include "cli/kernel_launch.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <filesystem>
#include <memory>
#include <utility>

#include "cli/argument_data.h"
#include "cli/array_contents.h"
#include "cli/benchmark_features.h"
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

bool is_local(const KernelParameter& parameter) { return parameter.kind == ParameterKind::kLocal; }

/// Why an array cannot be a target; empty if it can.
std::string why_no_target(const KernelParameter& parameter) {
  if (can_be_target(parameter)) return "";
  if (parameter.kind == ParameterKind::kConstant) return "is in constant memory already";
  return parameter.used ? "is written by the kernel" : "is not used by the kernel";
}

/// The arrays to assess, in the order of the parameters. Fills `rejected` where none was named.
std::vector<std::string> targets_of(const KernelInfo& kernel, const KernelLaunch& given,
                                    std::vector<Rejection>& rejected) {
  std::vector<std::string> arrays, targets;
  std::vector<Rejection> others;
  for (const KernelParameter& parameter : kernel.parameters) {
    if (!is_array(parameter)) continue;
    arrays.push_back(parameter.name);
    const std::string reason = why_no_target(parameter);
    if (reason.empty()) {
      targets.push_back(parameter.name);
    } else {
      others.push_back({given.file + ':' + kernel.name, parameter.name,
                        fmt::format("'{}' {}", parameter.name, reason)});
    }
  }
  const auto listed = [](const std::vector<std::string>& names) {
    return names.empty() ? "none" : fmt::format("{}", fmt::join(names, ", "));
  };
  if (given.array.empty()) {
    if (targets.empty()) {
      std::vector<std::string> reasons;
      for (const Rejection& one : others) reasons.push_back(one.reason);
      throw Error(ErrorKind::kInput, given.file,
                  fmt::format("kernel '{}' has no array that could be cached: {}", kernel.name,
                              reasons.empty() ? "it takes none"
                                              : fmt::format("{}", fmt::join(reasons, ", "))),
                  "a target is an array in global memory that the kernel only reads");
    }
    rejected = std::move(others);
    return targets;
  }
  if (std::find(targets.begin(), targets.end(), given.array) != targets.end()) {
    return {given.array};
  }
  for (const Rejection& other : others) {
    if (other.target != given.array) continue;
    throw Error(ErrorKind::kInput, "--array", other.reason,
                fmt::format("only arrays in global memory that it only reads can be targets; "
                            "those are: {}",
                            listed(targets)));
  }
  throw Error(ErrorKind::kUsage, "--array",
              fmt::format("kernel '{}' has no array '{}'", kernel.name, given.array),
              fmt::format("its arrays are: {}", listed(arrays)));
}

/// Names that --arg takes for a parameter.
std::vector<std::string> value_names(const KernelParameter& parameter) {
  if (parameter.members.empty()) return {parameter.name};
  std::vector<std::string> names;
  for (const StructMember& member : parameter.members) {
    names.push_back(fmt::format("{}.{}", parameter.name, member.name));
  }
  return names;
}

void check_value_name(const KernelInfo& kernel, const std::string& name) {
  const std::string owner = name.substr(0, name.find('.'));
  std::vector<std::string> all;
  for (const KernelParameter& parameter : kernel.parameters) {
    if (parameter.name == owner && (is_array(parameter) || is_local(parameter))) {
      throw Error(ErrorKind::kUsage, "--arg", fmt::format("'{}' is an array", name),
                  fmt::format("give its length by --size {}=…", name));
    }
    const bool has_value =
        parameter.kind == ParameterKind::kScalar || parameter.kind == ParameterKind::kStruct;
    const std::vector<std::string> names = value_names(parameter);
    if (has_value && std::find(names.begin(), names.end(), name) != names.end()) return;
    all.insert(all.end(), names.begin(), names.end());
  }
  throw Error(ErrorKind::kUsage, "--arg",
              fmt::format("kernel '{}' has no argument '{}'", kernel.name, name),
              fmt::format("its arguments are: {}",
                          all.empty() ? "none" : fmt::format("{}", fmt::join(all, ", "))));
}

/// For --size and --data.
void check_array_name(const KernelInfo& kernel, const std::string& option, const std::string& name,
                      bool also_local) {
  for (const KernelParameter& parameter : kernel.parameters) {
    if (parameter.name != name) continue;
    if (is_array(parameter) || (also_local && is_local(parameter))) return;
    throw Error(ErrorKind::kUsage, option, fmt::format("'{}' is no array", name),
                is_local(parameter) ? "local memory holds nothing at the start"
                                    : fmt::format("give its value by --arg {}=…", name));
  }
  throw Error(ErrorKind::kUsage, option,
              fmt::format("kernel '{}' has no argument '{}'", kernel.name, name),
              fmt::format("its arguments are: {}", parameter_names(kernel)));
}

/// Every name that was given must be a parameter of the right kind.
void check_given_names(const KernelInfo& kernel, const KernelLaunch& launch) {
  for (const auto& [name, value] : launch.scalars) check_value_name(kernel, name);
  for (const auto& [name, size] : launch.sizes) check_array_name(kernel, "--size", name, true);
  for (const auto& [name, text] : launch.data) check_array_name(kernel, "--data", name, false);
}

Launch launch_of(const KernelLaunch& given, const KernelInfo& kernel,
                 std::vector<std::string>& assumptions) {
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
  if (!given.offset.empty() && given.offset.size() != given.global.size()) {
    throw Error(
        ErrorKind::kUsage, "--offset",
        fmt::format("has {} numbers, and --global {}", given.offset.size(), given.global.size()),
        "give both the same number, or leave --offset out");
  }
  std::copy(given.offset.begin(), given.offset.end(), launch.offset.begin());
  check_launch(launch, "--local", SmallerGroups::kAllowed);
  for (std::size_t d = 0; d < local.size(); ++d) {
    if (launch.global[d] % launch.local[d] == 0) continue;
    assumptions.push_back(
        fmt::format("work-groups of {} leave a remainder of {} work-items in dimension {}: what is "
                    "said is of whole groups",
                    launch.local[d], launch.global[d] % launch.local[d], d));
  }
  return launch;
}

BufferArgument buffer_of(const KernelInfo& kernel, const KernelParameter& parameter,
                         const KernelLaunch& given, std::vector<std::string>& assumptions) {
  BufferArgument buffer;
  if (!parameter.element_type) fail_untraceable(parameter);
  buffer.element = *parameter.element_type;
  buffer.access = parameter.access;
  const auto size = given.sizes.find(parameter.name);
  if (size != given.sizes.end()) buffer.count = size->second;
  const auto data = given.data.find(parameter.name);
  if (data != given.data.end()) {
    set_contents(buffer, parameter.name, data->second);
  } else if (parameter.access != Access::kWrite) {
    assume_contents(kernel, parameter, given, buffer, assumptions);
  }
  if (buffer.count == 0) buffer.count = kGenerousBytes / size_bytes(buffer.element);
  return buffer;
}

double only_value(const std::string& name, const std::vector<double>& values) {
  if (values.size() == 1) return values.front();
  throw Error(ErrorKind::kUsage, "--arg",
              fmt::format("{} values were given for '{}'", values.size(), name),
              "members of structs take one");
}

/// One value for all members, or each its own.
ScalarArgument struct_of(const KernelParameter& parameter, const KernelLaunch& given,
                         std::vector<std::string>& assumptions) {
  ScalarArgument argument{*parameter.element_type, 1.0};
  if (parameter.members.empty()) {
    assumptions.push_back(
        fmt::format("{} '{}' is 1 in all its members", parameter.type, parameter.name));
    return argument;
  }
  argument.bytes.assign(parameter.bytes, '\0');
  std::vector<std::string> assumed;
  for (const StructMember& member : parameter.members) {
    const auto value = given.scalars.find(fmt::format("{}.{}", parameter.name, member.name));
    if (value == given.scalars.end()) assumed.push_back(member.name);
    const std::vector<std::byte> bytes = scalar_bytes(
        {ElementType{member.type},
         value == given.scalars.end() ? 1.0 : only_value(value->first, value->second)});
    std::memcpy(argument.bytes.data() + member.offset, bytes.data(), bytes.size());
  }
  if (!assumed.empty()) {
    assumptions.push_back(fmt::format("{} '{}' is 1 in {}", parameter.type, parameter.name,
                                      fmt::join(assumed, ", ")));
  }
  return argument;
}

/// One value for all components, or each its own.
ScalarArgument scalar_of_values(const KernelParameter& parameter,
                                const std::vector<double>& values) {
  const ElementType& type = *parameter.element_type;
  if (values.size() == 1) return {type, values.front()};
  if (values.size() != type.components || type.packing != Packing::kVector) {
    throw Error(ErrorKind::kUsage, "--arg",
                fmt::format("{} values were given for '{}', which is of type {}", values.size(),
                            parameter.name, parameter.type),
                type.components == 1 ? "give one" : "give one, or one for each component");
  }
  ScalarArgument argument{type, values.front(), std::string(size_bytes(type), '\0')};
  char* component = argument.bytes.data();
  for (const double value : values) {
    const std::vector<std::byte> bytes = scalar_bytes({ElementType{type.scalar}, value});
    std::memcpy(component, bytes.data(), bytes.size());
    component += bytes.size();
  }
  return argument;
}

ScalarArgument scalar_of(const KernelParameter& parameter, const KernelLaunch& given,
                         std::vector<std::string>& assumptions) {
  if (!parameter.element_type) fail_untraceable(parameter);
  const auto values = given.scalars.find(parameter.name);
  if (values != given.scalars.end()) return scalar_of_values(parameter, values->second);
  if (parameter.kind == ParameterKind::kStruct) return struct_of(parameter, given, assumptions);
  assumptions.push_back(fmt::format("{} '{}' is 1", parameter.type, parameter.name));
  return {*parameter.element_type, 1.0};
}

/// As large as the launch has work-items.
ImageArgument image_of(const KernelParameter& parameter, const KernelLaunch& given,
                       std::vector<std::string>& assumptions) {
  ImageArgument image{parameter.type, parameter.texel.value_or(TexelType::kFloat), {1, 1, 1}};
  std::copy(given.global.begin(), given.global.end(), image.size.begin());
  assumptions.push_back(fmt::format(
      "'{}' is an image of {} texels of four components, all zero; each read of it counts as a "
      "load of 16 bytes",
      parameter.name, fmt::join(image.size, " x ")));
  return image;
}

/// Whole numbers decide how far loops run and how far apart rows lie: to guess them would be to
/// guess the answer. Those that decide neither may be anything.
void check_nothing_missing(const KernelInfo& kernel, const KernelLaunch& given) {
  std::vector<std::string> scalars;
  std::vector<std::string> locals;
  for (const KernelParameter& parameter : kernel.parameters) {
    if (is_local(parameter) && !given.sizes.contains(parameter.name)) {
      locals.push_back(parameter.name);
    }
    if (!parameter.steering.any()) continue;
    if (parameter.kind == ParameterKind::kScalar && parameter.element_type &&
        !is_floating_point(parameter.element_type->scalar) &&
        !given.scalars.contains(parameter.name)) {
      scalars.push_back(fmt::format("{} ({})", parameter.name, parameter.type));
    }
    if (parameter.kind != ParameterKind::kStruct) continue;
    for (const StructMember& member : parameter.members) {
      const std::string name = fmt::format("{}.{}", parameter.name, member.name);
      if (is_floating_point(member.type) || given.scalars.contains(name)) continue;
      scalars.push_back(fmt::format("{} ({})", name, to_string(ElementType{member.type})));
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
  check_data_given(kernel, given);
}

std::vector<Argument> arguments_of(const KernelInfo& kernel, const KernelLaunch& given,
                                   std::vector<std::string>& assumptions) {
  std::vector<Argument> arguments;
  for (const KernelParameter& parameter : kernel.parameters) {
    Argument argument{parameter.name, {}};
    switch (parameter.kind) {
      case ParameterKind::kBuffer:
      case ParameterKind::kConstant:
        argument.value = buffer_of(kernel, parameter, given, assumptions);
        break;
      case ParameterKind::kLocal:
        argument.value = LocalArgument{given.sizes.at(parameter.name)};
        break;
      case ParameterKind::kScalar:
      case ParameterKind::kStruct:
        argument.value = scalar_of(parameter, given, assumptions);
        break;
      case ParameterKind::kImage:
        argument.value = image_of(parameter, given, assumptions);
        break;
      case ParameterKind::kSampler:
        argument.value = SamplerArgument{};
        break;
      case ParameterKind::kOther:
        fail_untraceable(parameter);
    }
    arguments.push_back(std::move(argument));
  }
  return arguments;
}

/// The trace of a middle work-group, and how far it, the first and the last access each array: most
/// index functions grow or fall with the work-item's id.
TraceResult trace_some_groups(const Benchmark& benchmark) {
  const Launch& launch = benchmark.launch;
  std::array<std::uint64_t, 3> last{};
  for (std::size_t d = 0; d < 3; ++d) last[d] = launch.global[d] / launch.local[d] - 1;
  TraceOptions options;
  options.reach_groups = {{0, 0, 0}, last};
  return trace_kernel(benchmark, Variant::kBaseline, options);
}

/// Of the arrays that are only read. Groups that read nothing of one tell nothing of it.
void assume_sizes(Benchmark& benchmark, const std::map<std::string, std::uint64_t>& ends,
                  const KernelLaunch& given, std::vector<std::string>& assumptions) {
  std::vector<BufferArgument*> unknown;
  std::vector<std::string> names;
  for (Argument& argument : benchmark.launch.arguments) {
    auto* buffer = std::get_if<BufferArgument>(&argument.value);
    if (!buffer || buffer->access != Access::kRead || buffer->data ||
        given.sizes.contains(argument.name)) {
      continue;
    }
    unknown.push_back(buffer);
    names.push_back(argument.name);
  }
  std::vector<std::string> lengths;
  for (std::size_t i = 0; i < unknown.size(); ++i) {
    const auto end = ends.find(names[i]);
    if (end == ends.end() || end->second == 0) continue;
    const std::uint64_t element_bytes = size_bytes(unknown[i]->element);
    unknown[i]->count = (end->second + element_bytes - 1) / element_bytes;
    lengths.push_back(fmt::format("'{}' has {} elements", names[i], unknown[i]->count));
  }
  if (lengths.empty()) return;
  assumptions.push_back(
      fmt::format("{}, up to the last that a middle work-group and the outermost work-items of the "
                  "first and the "
                  "last one read; --size NAME=COUNT tells otherwise",
                  fmt::join(lengths, ", ")));
}

}  // namespace

AssumedBenchmarks assume_benchmarks(const KernelLaunch& given) {
  AssumedBenchmarks assumed;
  Benchmark benchmark;
  benchmark.spec = kernel_file_spec(given.file, given.compiler);
  const KernelInfo kernel =
      find_kernel(inspect_kernels(benchmark.spec, Variant::kBaseline), given.kernel, given.file);
  benchmark.spec.baseline.entry_point = kernel.name;
  const std::vector<std::string> targets = targets_of(kernel, given, assumed.rejected);
  check_given_names(kernel, given);
  benchmark.launch = launch_of(given, kernel, assumed.assumptions);
  check_nothing_missing(kernel, given);
  benchmark.launch.arguments = arguments_of(kernel, given, assumed.assumptions);
  benchmark.family = std::filesystem::path(given.file).stem().string();
  TraceResult traced = trace_some_groups(benchmark);
  warn_of(traced.problems, fmt::format("{}:{}", given.file, kernel.name));
  assume_sizes(benchmark, traced.reached, given, assumed.assumptions);
  benchmark.trace = std::make_shared<AccessTrace>(std::move(traced.trace));
  for (const std::string& target : targets) {
    benchmark.target = target;
    benchmark.name =
        fmt::format("{}:{}/{}[global {}, local {}]", given.file, kernel.name, target,
                    fmt::join(given.global, ","),
                    fmt::join(benchmark.launch.local.begin(),
                              benchmark.launch.local.begin() + benchmark.launch.dimensions, ","));
    benchmark.id = benchmark_id(benchmark);
    assumed.benchmarks.push_back(benchmark);
  }
  return assumed;
}

}  // namespace lmtune
