#include "opencl/device_query.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "opencl/cl_error.h"

namespace lmtune {
namespace {

template <typename Value>
Value device_value(cl_device_id device, cl_device_info what) {
  Value value{};
  check_cl(clGetDeviceInfo(device, what, sizeof(value), &value, nullptr), "clGetDeviceInfo");
  return value;
}

/// OpenCL's strings end with a zero byte, and some drivers' names with blanks.
std::string tidy(std::string text) {
  text.resize(std::min(text.size(), text.find('\0')));
  const std::size_t first = text.find_first_not_of(" \t\n");
  if (first == std::string::npos) return "";
  return text.substr(first, text.find_last_not_of(" \t\n") - first + 1);
}

std::string device_text(cl_device_id device, cl_device_info what) {
  std::size_t size = 0;
  check_cl(clGetDeviceInfo(device, what, 0, nullptr, &size), "clGetDeviceInfo");
  std::string text(size, '\0');
  check_cl(clGetDeviceInfo(device, what, size, text.data(), nullptr), "clGetDeviceInfo");
  return tidy(std::move(text));
}

std::string platform_name(cl_platform_id platform) {
  std::size_t size = 0;
  check_cl(clGetPlatformInfo(platform, CL_PLATFORM_NAME, 0, nullptr, &size), "clGetPlatformInfo");
  std::string text(size, '\0');
  check_cl(clGetPlatformInfo(platform, CL_PLATFORM_NAME, size, text.data(), nullptr),
           "clGetPlatformInfo");
  return tidy(std::move(text));
}

LocalMemoryType local_type(cl_device_id device) {
  switch (device_value<cl_device_local_mem_type>(device, CL_DEVICE_LOCAL_MEM_TYPE)) {
    case CL_LOCAL:
      return LocalMemoryType::kDedicated;
    case CL_GLOBAL:
      return LocalMemoryType::kGlobal;
    default:
      return LocalMemoryType::kNone;
  }
}

std::array<std::uint64_t, 3> item_sizes(cl_device_id device) {
  const auto dimensions = device_value<cl_uint>(device, CL_DEVICE_MAX_WORK_ITEM_DIMENSIONS);
  std::vector<std::size_t> sizes(std::max<std::size_t>(dimensions, 3), 1);
  check_cl(clGetDeviceInfo(device, CL_DEVICE_MAX_WORK_ITEM_SIZES, dimensions * sizeof(std::size_t),
                           sizes.data(), nullptr),
           "clGetDeviceInfo");
  return {sizes[0], sizes[1], sizes[2]};
}

void add_unit_sizes(cl_device_id device, DeviceInfo& info) {
  info.unit_local_bytes = info.local_bytes;
  const std::string extensions = device_text(device, CL_DEVICE_EXTENSIONS);
  if (extensions.find("cl_nv_device_attribute_query") == std::string::npos) return;
  const UnitSizes sizes =
      nvidia_unit_sizes(device_value<cl_uint>(device, CL_DEVICE_COMPUTE_CAPABILITY_MAJOR_NV),
                        device_value<cl_uint>(device, CL_DEVICE_COMPUTE_CAPABILITY_MINOR_NV));
  info.unit_local_bytes = std::max(sizes.local_bytes, info.local_bytes);
  info.unit_items = sizes.items;
  info.unit_groups = sizes.groups;
}

DeviceInfo device_info(const std::string& platform, cl_device_id device) {
  DeviceInfo info;
  info.platform = platform;
  info.name = device_text(device, CL_DEVICE_NAME);
  info.vendor = device_text(device, CL_DEVICE_VENDOR);
  info.driver_version = device_text(device, CL_DRIVER_VERSION);
  info.opencl_version = device_text(device, CL_DEVICE_VERSION);
  info.compute_units = device_value<cl_uint>(device, CL_DEVICE_MAX_COMPUTE_UNITS);
  info.max_group_items = device_value<std::size_t>(device, CL_DEVICE_MAX_WORK_GROUP_SIZE);
  info.max_item_sizes = item_sizes(device);
  info.local_bytes = device_value<cl_ulong>(device, CL_DEVICE_LOCAL_MEM_SIZE);
  info.local_type = local_type(device);
  info.global_bytes = device_value<cl_ulong>(device, CL_DEVICE_GLOBAL_MEM_SIZE);
  info.max_allocation_bytes = device_value<cl_ulong>(device, CL_DEVICE_MAX_MEM_ALLOC_SIZE);
  info.cache_bytes = device_value<cl_ulong>(device, CL_DEVICE_GLOBAL_MEM_CACHE_SIZE);
  const auto queue = device_value<cl_command_queue_properties>(device, CL_DEVICE_QUEUE_PROPERTIES);
  info.profiling = (queue & CL_QUEUE_PROFILING_ENABLE) != 0;
  info.timer_step_ns = std::max<std::uint64_t>(
      1, device_value<std::size_t>(device, CL_DEVICE_PROFILING_TIMER_RESOLUTION));
  add_unit_sizes(device, info);
  return info;
}

std::vector<cl_platform_id> query_platforms() {
  cl_uint count = 0;
  const cl_int code = clGetPlatformIDs(0, nullptr, &count);
  if (code != CL_PLATFORM_NOT_FOUND_KHR) check_cl(code, "clGetPlatformIDs");
  if (code == CL_PLATFORM_NOT_FOUND_KHR || count == 0) {
    throw Error(
        ErrorKind::kDevice, "", "no OpenCL platform found",
        "install the vendor's driver, or pocl-opencl-icd for the CPU; where OCL_ICD_VENDORS "
        "is set, it must name the folder with their .icd files");
  }
  std::vector<cl_platform_id> platforms(count);
  check_cl(clGetPlatformIDs(count, platforms.data(), nullptr), "clGetPlatformIDs");
  return platforms;
}

}  // namespace

// CUDA C++ Programming Guide, "Technical Specifications per Compute Capability": shared memory,
// resident threads and resident blocks of a multiprocessor.
UnitSizes nvidia_unit_sizes(std::uint32_t major, std::uint32_t minor) {
  struct Row {
    std::uint32_t major, minor;
    std::uint64_t local_kib;
    std::uint32_t items, groups;
  };
  constexpr Row kRows[] = {
      {5, 0, 64, 2048, 32},  {5, 2, 96, 2048, 32},   {5, 3, 64, 2048, 32},   {6, 0, 64, 2048, 32},
      {6, 1, 96, 2048, 32},  {6, 2, 64, 2048, 32},   {7, 0, 96, 2048, 32},   {7, 5, 64, 1024, 16},
      {8, 0, 164, 2048, 32}, {8, 6, 100, 1536, 16},  {8, 7, 164, 1536, 16},  {8, 9, 100, 1536, 24},
      {9, 0, 228, 2048, 32}, {10, 0, 228, 2048, 32}, {12, 0, 100, 1536, 24},
  };
  const Row* best = &kRows[0];
  for (const Row& row : kRows) {
    if (std::pair(row.major, row.minor) <= std::pair(major, minor)) best = &row;
  }
  return {best->local_kib * 1024, best->items, best->groups};
}

std::vector<ClDevice> query_devices() {
  std::vector<ClDevice> devices;
  std::vector<std::string> platforms;
  for (cl_platform_id platform : query_platforms()) {
    const std::string name = platform_name(platform);
    platforms.push_back(name);
    cl_uint count = 0;
    const cl_int code = clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 0, nullptr, &count);
    if (code == CL_DEVICE_NOT_FOUND || (code == CL_SUCCESS && count == 0)) continue;
    check_cl(code, "clGetDeviceIDs");
    std::vector<cl_device_id> ids(count);
    check_cl(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, count, ids.data(), nullptr),
             "clGetDeviceIDs");
    for (cl_device_id id : ids) devices.push_back({id, device_info(name, id)});
  }
  if (devices.empty()) {
    throw Error(ErrorKind::kDevice, "",
                fmt::format("no OpenCL device found on: {}", fmt::join(platforms, ", ")),
                "check that the device's driver is loaded and that you may use it");
  }
  return devices;
}

}  // namespace lmtune
