#include "cli/case_skeleton.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>
#include <filesystem>
#include <numeric>

#include "cli/kernel_file.h"
#include "lmtune/base/error.h"

namespace lmtune {
namespace {

constexpr const char* kDescription =
    "FILL IN: every count, value, global and local is a placeholder over n. An array of indices "
    "needs a fill. Any array of access read may be the target. More values, with {name} in "
    "options, "
    "make more launches. To measure, add kernel.cached and staging. "
    "See docs/adding-a-benchmark.md";

constexpr std::uint64_t kUsualGroupItems = 64;

/// Sizes of the one launch, and how many elements an array with one for each work-item has.
struct Placeholders {
  std::uint64_t n = 0;
  std::vector<Expression> global, local;
  Expression count;
  std::uint64_t group_items = 1;
};

/// A few work-groups in each dimension that a group extends in.
Placeholders placeholders_for(const KernelInfo& kernel) {
  constexpr std::array<std::uint64_t, 3> kUsual{kUsualGroupItems, 1, 1};
  const std::array<std::uint64_t, 3> local = kernel.required_local.value_or(kUsual);
  std::size_t dimensions = 3;
  while (dimensions > 1 && local[dimensions - 1] == 1) --dimensions;
  Placeholders sizes;
  sizes.n = dimensions == 3 ? 4 : 16;
  std::vector<std::string> factors;
  std::uint64_t common = 1;
  for (std::size_t d = 0; d < dimensions; ++d) {
    common = std::lcm(common, local[d]);
    sizes.group_items *= local[d];
    sizes.global.push_back({"n", ""});
    sizes.local.push_back({std::to_string(local[d]), ""});
    factors.emplace_back("n");
  }
  sizes.n *= common;
  sizes.count = {fmt::format("{}", fmt::join(factors, " * ")), ""};
  return sizes;
}

std::string target_of(const KernelInfo& kernel, const std::string& path) {
  for (const KernelParameter& parameter : kernel.parameters) {
    if (can_be_target(parameter)) return parameter.name;
  }
  throw Error(ErrorKind::kInput, path,
              fmt::format("kernel '{}' has no array that could be cached", kernel.name),
              "a target is an array in global memory that the kernel reads and never writes");
}

/// Integers tell most often how large the problem is; small ones choose something.
Expression scalar_value(const KernelParameter& parameter) {
  const bool is_size = parameter.kind == ParameterKind::kScalar &&
                       !is_floating_point(parameter.element_type->scalar) &&
                       size_bytes(parameter.element_type->scalar) >= 4;
  return {is_size ? "n" : "1", ""};
}

/// Indices stay inside arrays that are as long.
CaseFill fill_for(const KernelParameter& parameter, const Placeholders& sizes) {
  CaseFill fill;
  const bool holds_indices =
      !parameter.steering.arrays.empty() && !is_floating_point(parameter.element_type->scalar);
  if (holds_indices) fill.high = {fmt::format("{} - 1", sizes.count.text), ""};
  return fill;
}

CaseArgument argument_of(const KernelParameter& parameter, const Placeholders& sizes) {
  if (parameter.kind == ParameterKind::kImage || parameter.kind == ParameterKind::kSampler) {
    throw Error(ErrorKind::kInput, parameter.name,
                fmt::format("'{}' cannot be part of a case file", to_string(parameter)),
                "lmtune predict KERNEL.cl takes kernels with images");
  }
  if (!parameter.element_type) fail_untraceable(parameter);
  switch (parameter.kind) {
    case ParameterKind::kBuffer:
    case ParameterKind::kConstant:
      return {parameter.name, CaseBuffer{*parameter.element_type, sizes.count, parameter.access,
                                         fill_for(parameter, sizes), ""}};
    case ParameterKind::kLocal:
      return {parameter.name,
              CaseLocal{{fmt::format("{} * {}", sizes.group_items, parameter.bytes), ""}}};
    case ParameterKind::kScalar:
    case ParameterKind::kStruct:
      return {parameter.name, CaseScalar{*parameter.element_type, scalar_value(parameter)}};
    case ParameterKind::kImage:
    case ParameterKind::kSampler:
    case ParameterKind::kOther:
      break;
  }
  fail_untraceable(parameter);
}

/// Braces hold expressions in a case file.
void check_options(const std::vector<std::string>& options) {
  for (const std::string& option : options) {
    if (option.find_first_of("{}") == std::string::npos) continue;
    throw Error(ErrorKind::kInput, option.substr(0, 2),
                fmt::format("'{}' holds braces, which stand for a value in a case file", option),
                "define that macro in the kernel file");
  }
}

}  // namespace

CaseFile case_skeleton(const KernelSpec& spec, const KernelInfo& kernel) {
  check_options(spec.options);
  const std::filesystem::path path = spec.source->name;
  const Placeholders sizes = placeholders_for(kernel);
  CaseFile file;
  file.family = path.stem().string();
  file.description = kDescription;
  file.kernel_file = path.filename().string();
  file.options = spec.options;
  file.baseline.entry_point = kernel.name;
  file.target = target_of(kernel, path.string());
  file.name = fmt::format("{}/{}", file.family, file.target);
  file.launch_sets = {{"quick", {{{"n"}, {{static_cast<double>(sizes.n)}}}}}};
  file.global = sizes.global;
  file.local = sizes.local;
  for (const KernelParameter& parameter : kernel.parameters) {
    file.arguments.push_back(argument_of(parameter, sizes));
  }
  return file;
}

}  // namespace lmtune
