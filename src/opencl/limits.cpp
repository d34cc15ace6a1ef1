#include "opencl/limits.h"

#include <fmt/format.h>

#include <algorithm>

#include "lmtune/base/error.h"
#include "lmtune/measure/executor.h"

namespace lmtune {
namespace {

[[noreturn]] void fail(const std::string& reason) {
  throw BenchmarkFailure{Status::kConstraints, reason};
}

void check_sizes(const Launch& launch, const DeviceInfo& device) {
  try {
    check_launch(launch, "");
  } catch (const Error& error) {
    fail(error.problem());
  }
  if (group_items(launch) > device.max_group_items) {
    fail(fmt::format("work-group of {} items, the device's limit is {}", group_items(launch),
                     device.max_group_items));
  }
  for (std::uint32_t d = 0; d < 3; ++d) {
    if (launch.local[d] > device.max_item_sizes[d]) {
      fail(fmt::format("local size {} in dimension {}, the device's limit is {}", launch.local[d],
                       d, device.max_item_sizes[d]));
    }
  }
}

void check_memory(const Benchmark& benchmark, const DeviceInfo& device) {
  std::uint64_t all_bytes = 0;
  std::uint64_t local_bytes = 0;
  bool has_result = false;
  for (const Argument& argument : benchmark.launch.arguments) {
    if (const auto* local = std::get_if<LocalArgument>(&argument.value)) {
      local_bytes += local->bytes;
    }
    const auto* buffer = std::get_if<BufferArgument>(&argument.value);
    if (buffer == nullptr) continue;
    const std::uint64_t bytes = buffer_bytes(*buffer);
    if (bytes == 0) fail(fmt::format("buffer '{}' is empty", argument.name));
    if (bytes > device.max_allocation_bytes) {
      fail(fmt::format("buffer '{}' of {} bytes, the device's limit is {}", argument.name, bytes,
                       device.max_allocation_bytes));
    }
    all_bytes += bytes;
    has_result = has_result || buffer->access != Access::kRead;
  }
  // Local arguments may be the very memory that the plan stages in.
  if (benchmark.plan) local_bytes = std::max(local_bytes, benchmark.plan->local_bytes);
  if (local_bytes > device.local_bytes) {
    fail(fmt::format("{} bytes of local memory, the device's limit is {}", local_bytes,
                     device.local_bytes));
  }
  if (all_bytes > device.global_bytes) {
    fail(fmt::format("buffers of {} bytes, the device has {}", all_bytes, device.global_bytes));
  }
  if (!has_result) fail("no buffer is written: the variants' results cannot be compared");
}

}  // namespace

void check_limits(const Benchmark& benchmark, const DeviceInfo& device) {
  if (!benchmark.spec.cached) fail("it has no cached variant to measure");
  check_sizes(benchmark.launch, device);
  check_memory(benchmark, device);
}

}  // namespace lmtune
