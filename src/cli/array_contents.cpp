#include "cli/array_contents.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>

#include "cli/argument_data.h"
#include "lmtune/base/error.h"

namespace lmtune {
namespace {

bool is_readable_array(const KernelParameter& parameter) {
  const bool is_array =
      parameter.kind == ParameterKind::kBuffer || parameter.kind == ParameterKind::kConstant;
  return is_array && parameter.element_type && parameter.access != Access::kWrite;
}

bool holds_integers(const KernelParameter& array) {
  return !is_floating_point(array.element_type->scalar);
}

std::vector<std::string> steered_names(const KernelInfo& kernel, const KernelParameter& array) {
  std::vector<std::string> names;
  for (const std::uint32_t index : array.steering.arrays) {
    names.push_back(fmt::format("'{}'", kernel.parameters[index].name));
  }
  return names;
}

/// Whether the data of parameter `from` decides what is accessed of `target`, through other arrays
/// too.
bool steers(const KernelInfo& kernel, std::uint32_t from, const std::string& target) {
  std::vector<std::uint32_t> reached = kernel.parameters[from].steering.arrays;
  for (std::size_t i = 0; i < reached.size(); ++i) {
    const KernelParameter& parameter = kernel.parameters[reached[i]];
    if (parameter.name == target) return true;
    for (const std::uint32_t next : parameter.steering.arrays) {
      if (std::find(reached.begin(), reached.end(), next) == reached.end()) reached.push_back(next);
    }
  }
  return false;
}

/// Elements of the shortest array, among those of known length, that `array` holds indices into.
std::optional<std::uint64_t> index_bound(const KernelInfo& kernel, const KernelParameter& array,
                                         const KernelLaunch& given) {
  std::optional<std::uint64_t> bound;
  for (const std::uint32_t index : array.steering.arrays) {
    const auto size = given.sizes.find(kernel.parameters[index].name);
    if (size != given.sizes.end()) bound = std::min(bound.value_or(size->second), size->second);
  }
  return bound;
}

std::uint64_t work_items(const KernelLaunch& given) {
  std::uint64_t items = 1;
  for (const std::uint64_t size : given.global) items *= size;
  return items;
}

}  // namespace

void check_data_given(const KernelInfo& kernel, const KernelLaunch& given) {
  std::vector<std::string> reasons;
  std::vector<std::string> options;
  for (std::uint32_t i = 0; i < kernel.parameters.size(); ++i) {
    const KernelParameter& array = kernel.parameters[i];
    if (!is_readable_array(array) || !holds_integers(array) || given.data.contains(array.name)) {
      continue;
    }
    if (array.steering.loops) {
      reasons.push_back(fmt::format("'{}' decides how often loops go round", array.name));
      options.push_back(fmt::format("--data {}=…", array.name));
    } else if (steers(kernel, i, given.array) && !index_bound(kernel, array, given)) {
      reasons.push_back(
          fmt::format("what '{}' holds steers the addresses of '{}'", array.name, given.array));
      options.push_back(fmt::format("--data {}=…", array.name));
    }
  }
  if (reasons.empty()) return;
  throw Error(ErrorKind::kUsage, "--data",
              fmt::format("kernel '{}' needs data that was not given: {}", kernel.name,
                          fmt::join(reasons, "; ")),
              fmt::format("give {} as {}; or --size of the array that the indices go into, for "
                          "random ones",
                          fmt::join(options, " "), kDataPatterns));
}

void assume_contents(const KernelInfo& kernel, const KernelParameter& array,
                     const KernelLaunch& given, BufferArgument& buffer,
                     std::vector<std::string>& assumptions) {
  const std::vector<std::string> steered = steered_names(kernel, array);
  const bool integers = holds_integers(array);
  std::string held = integers ? "zeros and ones in random order" : "random numbers from 0 to 1";
  if (integers && !steered.empty()) {
    const std::uint64_t count = index_bound(kernel, array, given).value_or(work_items(given));
    buffer.fill.high = static_cast<double>(std::max<std::uint64_t>(count, 1) - 1);
    held = fmt::format("random integers from 0 to {}", buffer.fill.high);
  }
  const std::string otherwise = fmt::format("--data {}=… tells otherwise", array.name);
  if (!steered.empty()) {
    assumptions.push_back(fmt::format("'{}' steers the addresses of {}: it holds {}; {}",
                                      array.name, fmt::join(steered, ", "), held, otherwise));
  } else if (array.steering.loops || array.steering.branches) {
    assumptions.push_back(fmt::format("'{}' steers {}: it holds {}; {}", array.name,
                                      array.steering.loops ? "loops" : "branches", held,
                                      otherwise));
  } else if (integers) {
    assumptions.push_back(fmt::format("'{}' holds {}; {}", array.name, held, otherwise));
  }
}

}  // namespace lmtune
