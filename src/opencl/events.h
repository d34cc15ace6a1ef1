// Times of events, by the device's clock.
#pragma once

#include <cstdint>

#include "opencl/cl_api.h"
#include "opencl/cl_error.h"

namespace lmtune {

/// From start to end of the command behind a finished event. Throws ClError where it failed.
inline std::int64_t kernel_time_ns(cl_event event) {
  check_cl(clWaitForEvents(1, &event), "clWaitForEvents");
  const auto at = [event](cl_profiling_info what) {
    cl_ulong time = 0;
    check_cl(clGetEventProfilingInfo(event, what, sizeof(time), &time, nullptr),
             "clGetEventProfilingInfo");
    return static_cast<std::int64_t>(time);
  };
  return at(CL_PROFILING_COMMAND_END) - at(CL_PROFILING_COMMAND_START);
}

}  // namespace lmtune
