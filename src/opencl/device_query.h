// The devices behind the public list: OpenCL's own handles beside what lmtune knows of each.
#pragma once

#include <string>
#include <vector>

#include "lmtune/core/device_info.h"
#include "opencl/cl_api.h"

namespace lmtune {

struct ClDevice {
  cl_device_id id = nullptr;
  DeviceInfo info;
};

/// In the order of list_devices(), with the same errors.
std::vector<ClDevice> query_devices();

/// Sizes of an NVIDIA streaming multiprocessor.
struct UnitSizes {
  std::uint64_t local_bytes = 0;
  std::uint32_t items = 0;
  std::uint32_t groups = 0;
};

/// Of the compute capability `major`.`minor`; an unknown one has the sizes of the newest known
/// before it.
UnitSizes nvidia_unit_sizes(std::uint32_t major, std::uint32_t minor);

}  // namespace lmtune
