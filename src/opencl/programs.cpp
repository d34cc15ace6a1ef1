#include "opencl/programs.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>
#include <vector>

#include "opencl/build_log.h"
#include "opencl/cl_error.h"

namespace lmtune {
namespace {

constexpr std::size_t kCachedSpecs = 8;
constexpr std::size_t kLongestLog = 4000;

/// OpenCL takes the options as one text that it splits at blanks, and drivers do not agree on
/// quotes.
std::string joined_options(const std::vector<std::string>& options) {
  // -w: some drivers print warnings to stderr by themselves.
  std::string text = "-cl-kernel-arg-info -w";
  for (const std::string& option : options) {
    if (option.find_first_of(" \t\n") != std::string::npos) {
      throw BenchmarkFailure{
          Status::kCompile,
          fmt::format("the build option '{}' holds a blank, where OpenCL would split it", option)};
    }
    text += ' ' + option;
  }
  return text;
}

std::string build_log(cl_program program, cl_device_id device) {
  std::size_t size = 0;
  check_cl(clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, 0, nullptr, &size),
           "clGetProgramBuildInfo");
  std::string log(size, '\0');
  check_cl(clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, size, log.data(), nullptr),
           "clGetProgramBuildInfo");
  log.resize(std::min(log.size(), log.find('\0')));
  const std::size_t last = log.find_last_not_of(" \t\r\n");
  log.resize(last == std::string::npos ? 0 : last + 1);
  if (log.size() > kLongestLog) log = log.substr(0, log.rfind('\n', kLongestLog)) + "\n…";
  return log;
}

std::string kernel_names(cl_program program) {
  std::size_t size = 0;
  check_cl(clGetProgramInfo(program, CL_PROGRAM_KERNEL_NAMES, 0, nullptr, &size),
           "clGetProgramInfo");
  std::string names(size, '\0');
  check_cl(clGetProgramInfo(program, CL_PROGRAM_KERNEL_NAMES, size, names.data(), nullptr),
           "clGetProgramInfo");
  names.resize(std::min(names.size(), names.find('\0')));
  return names;
}

template <typename Value>
Value kernel_value(cl_kernel kernel, cl_kernel_info what) {
  Value value{};
  check_cl(clGetKernelInfo(kernel, what, sizeof(value), &value, nullptr), "clGetKernelInfo");
  return value;
}

/// A text about a parameter; "" where the driver kept none.
std::string parameter_text(cl_kernel kernel, cl_uint index, cl_kernel_arg_info what) {
  std::size_t size = 0;
  const cl_int code = clGetKernelArgInfo(kernel, index, what, 0, nullptr, &size);
  if (code == CL_KERNEL_ARG_INFO_NOT_AVAILABLE) return "";
  check_cl(code, "clGetKernelArgInfo");
  std::string text(size, '\0');
  check_cl(clGetKernelArgInfo(kernel, index, what, size, text.data(), nullptr),
           "clGetKernelArgInfo");
  text.resize(std::min(text.size(), text.find('\0')));
  return text;
}

std::string expected_kind(const Argument& argument) {
  if (std::holds_alternative<BufferArgument>(argument.value)) return "a __global pointer";
  if (std::holds_alternative<LocalArgument>(argument.value)) return "a __local pointer";
  if (!std::holds_alternative<ScalarArgument>(argument.value)) return "an image or a sampler";
  return "a scalar";
}

bool kind_fits(const Argument& argument, cl_kernel_arg_address_qualifier address) {
  if (std::holds_alternative<BufferArgument>(argument.value)) {
    return address == CL_KERNEL_ARG_ADDRESS_GLOBAL || address == CL_KERNEL_ARG_ADDRESS_CONSTANT;
  }
  if (std::holds_alternative<LocalArgument>(argument.value)) {
    return address == CL_KERNEL_ARG_ADDRESS_LOCAL;
  }
  return address == CL_KERNEL_ARG_ADDRESS_PRIVATE;
}

/// PoCL's headers make macros of its built-in functions' names, which rename parameters too:
/// 'distance' to '_cl_distance'.
bool is_renamed(const std::string& name, const std::string& by_user) {
  return name == "_cl_" + by_user;
}

void check_argument(cl_kernel kernel, cl_uint index, const Argument& argument,
                    const std::string& entry_point) {
  const auto fail = [&](const std::string& problem) {
    throw BenchmarkFailure{Status::kConstraints, fmt::format("argument {} of kernel '{}' {}", index,
                                                             entry_point, problem)};
  };
  const std::string name = parameter_text(kernel, index, CL_KERNEL_ARG_NAME);
  if (!name.empty() && name != argument.name && !is_renamed(name, argument.name)) {
    fail(fmt::format("is '{}', the benchmark gives '{}' there", name, argument.name));
  }
  cl_kernel_arg_address_qualifier address = 0;
  const cl_int code = clGetKernelArgInfo(kernel, index, CL_KERNEL_ARG_ADDRESS_QUALIFIER,
                                         sizeof(address), &address, nullptr);
  if (code == CL_KERNEL_ARG_INFO_NOT_AVAILABLE) return;
  check_cl(code, "clGetKernelArgInfo");
  if (!kind_fits(argument, address)) {
    fail(fmt::format("('{}') is not {}, as the benchmark says", argument.name,
                     expected_kind(argument)));
  }
  const auto* scalar = std::get_if<ScalarArgument>(&argument.value);
  if (scalar == nullptr) return;
  const std::string type_name = parameter_text(kernel, index, CL_KERNEL_ARG_TYPE_NAME);
  const auto type = parse_element_type(type_name);
  if (!type) return;  // a typedef: clSetKernelArg still compares sizes
  if (size_bytes(*type) != size_bytes(scalar->element) ||
      is_floating_point(type->scalar) != is_floating_point(scalar->element.scalar)) {
    fail(fmt::format("('{}') has type {}, the benchmark gives {}", argument.name, type_name,
                     to_string(scalar->element)));
  }
}

std::string names_of(const Launch& launch) {
  std::vector<std::string> names;
  for (const Argument& argument : launch.arguments) names.push_back(argument.name);
  return fmt::format("{}", fmt::join(names, ", "));
}

void check_required_group(cl_kernel kernel, cl_device_id device, const Launch& launch) {
  std::array<std::size_t, 3> required{};
  check_cl(clGetKernelWorkGroupInfo(kernel, device, CL_KERNEL_COMPILE_WORK_GROUP_SIZE,
                                    sizeof(required), required.data(), nullptr),
           "clGetKernelWorkGroupInfo");
  if (required[0] == 0) return;
  for (std::size_t d = 0; d < 3; ++d) {
    if (required[d] != launch.local[d]) {
      throw BenchmarkFailure{Status::kConstraints,
                             fmt::format("the kernel requires work-groups of {}, the launch has {}",
                                         fmt::join(required, "x"), fmt::join(launch.local, "x"))};
    }
  }
}

}  // namespace

BuiltVariant build_variant(cl_context context, cl_device_id device, const KernelSpec& spec,
                           Variant variant) {
  const std::string options = joined_options(build_options(spec, variant));
  const std::string text = named_source(spec.source->name, spec.source->text);
  const char* pointer = text.c_str();
  const std::size_t length = text.size();
  BuiltVariant built;
  cl_int code = CL_SUCCESS;
  built.program.reset(clCreateProgramWithSource(context, 1, &pointer, &length, &code));
  check_cl(code, "clCreateProgramWithSource");
  code = clBuildProgram(built.program.get(), 1, &device, options.c_str(), nullptr, nullptr);
  if (code != CL_SUCCESS) {
    std::string log = name_file_in_log(build_log(built.program.get(), device), spec.source->name);
    if (log.empty()) log = describe_cl_error(code);
    throw BenchmarkFailure{Status::kCompile,
                           fmt::format("the {} variant does not compile with {}\n{}",
                                       to_string(variant), options, log)};
  }
  const std::string& entry_point = variant_spec(spec, variant).entry_point;
  built.kernel.reset(clCreateKernel(built.program.get(), entry_point.c_str(), &code));
  if (code == CL_INVALID_KERNEL_NAME) {
    throw BenchmarkFailure{
        Status::kCompile,
        fmt::format("{} has no kernel '{}' for the {} variant; its kernels are: {}",
                    spec.source->name, entry_point, to_string(variant),
                    kernel_names(built.program.get()))};
  }
  check_cl(code, "clCreateKernel");
  return built;
}

void check_arguments(const BuiltVariant& built, cl_device_id device, const Launch& launch,
                     const std::string& entry_point) {
  cl_kernel kernel = built.kernel.get();
  const auto count = kernel_value<cl_uint>(kernel, CL_KERNEL_NUM_ARGS);
  if (count != launch.arguments.size()) {
    std::vector<std::string> names;
    for (cl_uint i = 0; i < count; ++i) {
      names.push_back(parameter_text(kernel, i, CL_KERNEL_ARG_NAME));
    }
    throw BenchmarkFailure{
        Status::kConstraints,
        fmt::format("kernel '{}' has {} arguments ({}), the benchmark gives {} ({})", entry_point,
                    count, fmt::join(names, ", "), launch.arguments.size(), names_of(launch))};
  }
  for (cl_uint i = 0; i < count; ++i) check_argument(kernel, i, launch.arguments[i], entry_point);
  check_required_group(kernel, device, launch);
}

ProgramCache::Entry ProgramCache::build(const KernelSpec& spec, const std::string& id) const {
  const auto begin = std::chrono::steady_clock::now();
  auto built = std::make_shared<BuiltSpec>();
  try {
    built->baseline = build_variant(context_, device_, spec, Variant::kBaseline);
    built->cached = build_variant(context_, device_, spec, Variant::kCached);
  } catch (const BenchmarkFailure& failure) {
    return {id, nullptr, failure};
  }
  built->build_ns =
      std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::steady_clock::now() - begin)
          .count();
  return {id, std::move(built), std::nullopt};
}

std::shared_ptr<const BuiltSpec> ProgramCache::get(const KernelSpec& spec) {
  const std::string id = spec_id(spec);
  const auto found = std::find_if(entries_.begin(), entries_.end(),
                                  [&id](const Entry& entry) { return entry.spec_id == id; });
  if (found != entries_.end()) {
    entries_.splice(entries_.begin(), entries_, found);
  } else {
    entries_.push_front(build(spec, id));
    if (entries_.size() > kCachedSpecs) entries_.pop_back();
  }
  if (entries_.front().failure) throw *entries_.front().failure;
  return entries_.front().built;
}

}  // namespace lmtune
