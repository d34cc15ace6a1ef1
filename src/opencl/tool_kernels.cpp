#include "opencl/tool_kernels.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <utility>

#include "opencl/cl_error.h"
#include "opencl/device_buffers.h"
#include "opencl/results.h"
#include "opencl/tool_source.h"

namespace lmtune {
namespace {

constexpr std::size_t kGroupItems = 256;
constexpr std::size_t kGroupsPerUnit = 16;

constexpr ScalarType kScalars[] = {ScalarType::kChar,   ScalarType::kUchar, ScalarType::kShort,
                                   ScalarType::kUshort, ScalarType::kInt,   ScalarType::kUint,
                                   ScalarType::kLong,   ScalarType::kUlong, ScalarType::kFloat,
                                   ScalarType::kDouble};

std::string name_of(ScalarType scalar) { return to_string(ElementType{scalar, 1}); }

/// Whether floats and doubles behave as the host's.
bool has_host_arithmetic(cl_device_id device) {
  const auto config = [device](cl_device_info what) {
    cl_device_fp_config value = 0;
    const cl_int code = clGetDeviceInfo(device, what, sizeof(value), &value, nullptr);
    return code == CL_SUCCESS ? value : 0;
  };
  constexpr cl_device_fp_config kNeeded = CL_FP_DENORM | CL_FP_INF_NAN | CL_FP_ROUND_TO_NEAREST;
  cl_bool little = CL_FALSE;
  check_cl(clGetDeviceInfo(device, CL_DEVICE_ENDIAN_LITTLE, sizeof(little), &little, nullptr),
           "clGetDeviceInfo");
  return (config(CL_DEVICE_SINGLE_FP_CONFIG) & kNeeded) == kNeeded &&
         (config(CL_DEVICE_DOUBLE_FP_CONFIG) & kNeeded) == kNeeded && little == CL_TRUE &&
         std::endian::native == std::endian::little;
}

/// Null where the compiler fails.
ClProgram build_tools(cl_context context, cl_device_id device, std::size_t group_items) {
  const std::string text = tool_source();
  const char* pointer = text.c_str();
  const std::size_t length = text.size();
  cl_int code = CL_SUCCESS;
  ClProgram program(clCreateProgramWithSource(context, 1, &pointer, &length, &code));
  check_cl(code, "clCreateProgramWithSource");
  const std::string options = fmt::format("-w -DGROUP_ITEMS={}", group_items);
  code = clBuildProgram(program.get(), 1, &device, options.c_str(), nullptr, nullptr);
  return code == CL_SUCCESS ? std::move(program) : nullptr;
}

/// Sets arguments one after the other.
class Arguments {
 public:
  explicit Arguments(cl_kernel kernel) : kernel_(kernel) {}

  template <typename Value>
  Arguments& add(const Value& value) {
    check_cl(clSetKernelArg(kernel_, index_++, sizeof(value), &value), "clSetKernelArg");
    return *this;
  }

 private:
  cl_kernel kernel_;
  cl_uint index_ = 0;
};

std::uint64_t scalar_count(const BufferArgument& description) {
  return buffer_bytes(description) / size_bytes(description.element.scalar);
}

}  // namespace

ToolKernels::ToolKernels(cl_context context, cl_device_id device, cl_command_queue queue,
                         const DeviceInfo& info)
    : context_(context),
      queue_(queue),
      group_items_(std::bit_floor(std::min<std::uint64_t>(kGroupItems, info.max_group_items))),
      groups_(info.compute_units * kGroupsPerUnit) {
  if (!has_host_arithmetic(device)) return;
  program_ = build_tools(context, device, group_items_);
  if (!program_) return;
  for (const ScalarType scalar : kScalars) {
    for (const char* purpose : {"fill", "compare"}) {
      const std::string name = fmt::format("{}_{}", purpose, name_of(scalar));
      cl_int code = CL_SUCCESS;
      kernels_.emplace(name, clCreateKernel(program_.get(), name.c_str(), &code));
      check_cl(code, "clCreateKernel");
    }
  }
}

cl_kernel ToolKernels::kernel(const std::string& name) const { return kernels_.at(name).get(); }

/// As many groups as `scalars` give work, up to what fills the device; gives their number.
std::size_t ToolKernels::enqueue(cl_kernel kernel, std::uint64_t scalars) const {
  const std::size_t groups =
      std::min<std::uint64_t>(groups_, (scalars + group_items_ - 1) / group_items_);
  const std::size_t items = groups * group_items_;
  check_cl(clEnqueueNDRangeKernel(queue_, kernel, 1, nullptr, &items, &group_items_, 0, nullptr,
                                  nullptr),
           "clEnqueueNDRangeKernel");
  return groups;
}

void ToolKernels::enqueue_fill(cl_mem buffer, const BufferArgument& description) const {
  const Fill& fill = description.fill;
  const ScalarType scalar = description.element.scalar;
  const std::uint32_t stored = size_bytes(description.element) / size_bytes(scalar);
  const double span = fill.high - fill.low + (is_floating_point(scalar) ? 0.0 : 1.0);
  cl_kernel fill_kernel = kernel(fmt::format("fill_{}", name_of(scalar)));
  Arguments(fill_kernel)
      .add(buffer)
      .add(cl_ulong{scalar_count(description)})
      .add(cl_uint{stored})
      .add(cl_double{fill.low})
      .add(cl_double{span})
      .add(cl_double{fill.slope})
      .add(cl_double{fill.minimum})
      .add(cl_double{fill.maximum})
      .add(cl_ulong{fill.divisor})
      .add(cl_ulong{fill.modulus})
      .add(cl_ulong{fill.seed})
      .add(cl_ulong{0});
  enqueue(fill_kernel, scalar_count(description));
}

/// Tries fills whose values round, so that a compiler that took liberties is found out.
bool ToolKernels::fills_exactly(ScalarType scalar) const {
  BufferArgument probe;
  probe.element = {scalar, 3};
  probe.count = 1'000;
  for (const double scale : {0.1, 1e3}) {
    probe.fill = {-0.7 * scale, 0.9 * scale, 0.3 * scale, 7, 11, -2.0 * scale, 2.7 * scale, 42};
    std::vector<std::byte> expected(buffer_bytes(probe));
    fill_buffer(probe, expected);
    const ClBuffer buffer = make_buffer(context_, expected.size());
    enqueue_fill(buffer.get(), probe);
    if (read_buffer(queue_, buffer.get(), expected.size()) != expected) return false;
  }
  return true;
}

bool ToolKernels::fill(cl_mem buffer, const BufferArgument& description) {
  if (!program_) return false;
  const ScalarType scalar = description.element.scalar;
  const auto known = exact_.find(scalar);
  const bool exact =
      known != exact_.end() ? known->second : (exact_[scalar] = fills_exactly(scalar));
  if (exact) enqueue_fill(buffer, description);
  return exact;
}

Comparison ToolKernels::compare(const std::vector<ResultPair>& pairs) const {
  struct Found {
    ClBuffer buffer;
    std::size_t groups = 0;
  };
  std::vector<Found> found;
  for (const ResultPair& pair : pairs) {
    const ElementType element = pair.description.element;
    const std::vector<std::byte> pattern = poison_pattern(element.scalar);
    cl_ulong poison = 0;
    std::memcpy(&poison, pattern.data(), pattern.size());
    const bool padded = element.packing == Packing::kVector && element.components == 3;
    const std::uint64_t scalars = scalar_count(pair.description);
    ClBuffer buffer = make_buffer(context_, 2 * groups_ * sizeof(cl_double));
    cl_kernel compare_kernel = kernel(fmt::format("compare_{}", name_of(element.scalar)));
    Arguments(compare_kernel)
        .add(pair.first)
        .add(pair.second)
        .add(cl_ulong{scalars})
        .add(cl_int{padded ? 1 : 0})
        .add(poison)
        .add(buffer.get());
    const std::size_t groups = enqueue(compare_kernel, scalars);
    found.push_back({std::move(buffer), groups});
  }
  Comparison comparison;
  for (const Found& one : found) {
    std::vector<double> values(2 * one.groups);
    const std::vector<std::byte> bytes =
        read_buffer(queue_, one.buffer.get(), values.size() * sizeof(double));
    std::memcpy(values.data(), bytes.data(), bytes.size());
    for (std::size_t group = 0; group < one.groups; ++group) {
      comparison.largest = std::max(comparison.largest, values[2 * group]);
      comparison.written = comparison.written || values[2 * group + 1] != 0.0;
    }
  }
  return comparison;
}

}  // namespace lmtune
