#include "cli/predict_sweep.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "cli/kernel_file.h"
#include "cli/predict_benchmark.h"
#include "lmtune/base/error.h"
#include "lmtune/base/parallel.h"
#include "lmtune/trace/trace.h"

namespace lmtune {
namespace {

using Shape = std::array<std::uint64_t, 3>;

constexpr std::uint64_t kFewestItems = 32;
constexpr std::uint64_t kMostItems = 1024;
/// Narrower 2-D groups leave a warp's accesses in more than four rows; nobody writes them.
constexpr std::uint64_t kNarrowest = 8;
constexpr std::uint64_t kHighest = 32;

std::string sizes(const Launch& launch) {
  return fmt::format(
      "{}", fmt::join(launch.local.begin(), launch.local.begin() + launch.dimensions, " x "));
}

/// "-DTILE=16" with work-groups of 16 x 16: the code may be made for this shape.
bool is_as_large_as_group(const std::string& option, const Launch& launch) {
  const std::size_t at = option.find('=');
  if (!option.starts_with("-D") || at == std::string::npos) return false;
  const std::string value = option.substr(at + 1);
  const auto equals = [&value](std::uint64_t size) {
    return size > 1 && value == fmt::format("{}", size);
  };
  return equals(group_items(launch)) ||
         std::any_of(launch.local.begin(), launch.local.end(), equals);
}

/// Empty if the launch may have work-groups of other shapes.
std::string why_refused(const Benchmark& benchmark) {
  if (benchmark.origin == Origin::kSynthetic) {
    return "the build options of a synthetic benchmark fix its work-groups";
  }
  const std::string& name = benchmark.spec.baseline.entry_point;
  const std::vector<KernelInfo> kernels = inspect_kernels(benchmark.spec, Variant::kBaseline);
  const KernelInfo& kernel = find_kernel(kernels, name, benchmark.spec.source->name);
  if (kernel.required_local) {
    return fmt::format("kernel '{}' requires work-groups of {} (reqd_work_group_size)", name,
                       fmt::join(*kernel.required_local, " x "));
  }
  const bool takes_local =
      std::any_of(kernel.parameters.begin(), kernel.parameters.end(),
                  [](const auto& parameter) { return parameter.kind == ParameterKind::kLocal; });
  if (kernel.local_bytes > 0 || takes_local) {
    return fmt::format("kernel '{}' has local memory of its own, laid out for work-groups of {}",
                       name, sizes(benchmark.launch));
  }
  for (const std::string& option : build_options(benchmark.spec, Variant::kBaseline)) {
    if (!is_as_large_as_group(option, benchmark.launch)) continue;
    return fmt::format(
        "{} is as large as the work-groups of {}, so that the code may be made for them", option,
        sizes(benchmark.launch));
  }
  return "";
}

bool is_allowed(const Shape& shape, const Launch& launch, const DeviceInfo& device) {
  const std::uint64_t items = shape[0] * shape[1] * shape[2];
  if (items > std::min(kMostItems, device.max_group_items)) return false;
  for (std::size_t d = 0; d < 3; ++d) {
    if (shape[d] > device.max_item_sizes[d] || launch.global[d] % shape[d] != 0) return false;
  }
  return true;
}

/// By work-items, then by width; the launch's own among them.
std::vector<Shape> shapes_for(const Launch& launch, const DeviceInfo& device) {
  std::vector<Shape> shapes{launch.local};
  const std::uint64_t depth = launch.local[2];
  for (std::uint64_t x = kNarrowest; x <= kMostItems; x *= 2) {
    for (std::uint64_t y = 1; y <= kHighest; y *= 2) {
      const Shape shape{x, y, depth};
      const bool is_new = std::find(shapes.begin(), shapes.end(), shape) == shapes.end();
      if (x * y * depth >= kFewestItems && is_new && is_allowed(shape, launch, device)) {
        shapes.push_back(shape);
      }
    }
  }
  std::sort(shapes.begin(), shapes.end(), [](const Shape& a, const Shape& b) {
    return std::pair(a[0] * a[1] * a[2], a[0]) < std::pair(b[0] * b[1] * b[2], b[0]);
  });
  return shapes;
}

ShapePrediction predict_shape(const Model& model, Benchmark benchmark, const Shape& shape,
                              const DeviceInfo& device) {
  ShapePrediction result;
  result.local = shape;
  benchmark.launch.local = shape;
  benchmark.plan.reset();
  benchmark.trace.reset();
  benchmark.summary.reset();
  try {
    const Prediction prediction = predict_one(model, benchmark, device);
    result.verdict = prediction.answer.verdict;
    result.probability = prediction.answer.probability;
    result.local_bytes = prediction.plan.local_bytes;
    result.resident_groups =
        static_cast<std::uint32_t>(prediction.features[Feature::kResidentGroupsCached]);
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::kInput) throw;
    result.reason = error.problem();
  }
  return result;
}

}  // namespace

ShapeSweep sweep_shapes(const Model& model, const Benchmark& benchmark, const DeviceInfo& device,
                        std::uint32_t jobs) {
  ShapeSweep sweep;
  sweep.own = benchmark.launch.local;
  sweep.refused = why_refused(benchmark);
  if (!sweep.refused.empty()) return sweep;
  const std::vector<Shape> shapes = shapes_for(benchmark.launch, device);
  sweep.shapes.resize(shapes.size());
  parallel_for(shapes.size(), jobs, [&](std::size_t i) {
    sweep.shapes[i] = predict_shape(model, benchmark, shapes[i], device);
  });
  return sweep;
}

}  // namespace lmtune
