#include "cli/measure_devices.h"

#include <fmt/format.h>

#include <algorithm>

#include "lmtune/base/error.h"
#include "lmtune/opencl/devices.h"

namespace lmtune {
namespace {

constexpr std::string_view kAll = "all:";

bool fits(const DeviceInfo& device, const std::string& name) {
  try {
    select_device({device}, name);
    return true;
  } catch (const Error&) {
    return false;
  }
}

std::vector<std::size_t> all_named(const std::vector<DeviceInfo>& devices,
                                   const std::string& name) {
  std::vector<std::size_t> indices;
  for (std::size_t i = 0; i < devices.size(); ++i) {
    if (fits(devices[i], name)) indices.push_back(i);
  }
  // The message of a name that fits none is the same as for one device.
  if (indices.empty()) indices.push_back(select_device(devices, name));
  return indices;
}

std::string model(const DeviceInfo& device) {
  return fmt::format("{}:{}, driver {}", device.platform, device.name, device.driver_version);
}

}  // namespace

RunDevices select_run_devices(const std::vector<DeviceInfo>& devices,
                              const std::vector<std::string>& names) {
  std::vector<std::size_t> chosen;
  for (const std::string& name : names) {
    const std::vector<std::size_t> some = name.starts_with(kAll)
                                              ? all_named(devices, name.substr(kAll.size()))
                                              : std::vector{select_device(devices, name)};
    for (const std::size_t index : some) {
      if (std::find(chosen.begin(), chosen.end(), index) == chosen.end()) chosen.push_back(index);
    }
  }
  if (chosen.empty()) chosen.push_back(select_device(devices, ""));

  RunDevices run;
  run.info = devices[chosen.front()];
  for (const std::size_t index : chosen) {
    if (model(devices[index]) != model(run.info)) {
      throw Error(ErrorKind::kUsage, "--device",
                  fmt::format("'{}' and '{}' are different devices", model(run.info),
                              model(devices[index])),
                  "the devices of one run must be of one model with one driver");
    }
    run.rows.push_back({static_cast<std::uint32_t>(index), device_selector(devices, index)});
  }
  return run;
}

}  // namespace lmtune
