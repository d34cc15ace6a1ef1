// A kernel that is always the same on one device, timed now and then: when it drifts, the device's
// clocks do.
#pragma once

#include <cstddef>
#include <cstdint>

#include "lmtune/core/device_info.h"
#include "opencl/handles.h"
#include "opencl/programs.h"

namespace lmtune {

/// Memory and arithmetic, as much as the device has compute units for: about 50 us on a big GPU.
class ReferenceKernel {
 public:
  /// Throws ClError or BenchmarkFailure.
  ReferenceKernel(cl_context context, cl_device_id device, const DeviceInfo& info);

  /// Device time of one launch, the median of several. Throws ClError.
  std::int64_t time_ns(cl_command_queue queue) const;

 private:
  BuiltVariant built_;
  std::size_t items_;
  ClBuffer in_, out_;
};

}  // namespace lmtune
