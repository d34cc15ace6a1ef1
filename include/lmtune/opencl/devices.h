// The OpenCL devices of this machine, and how a user names one.
#pragma once

#include <string>
#include <vector>

#include "lmtune/core/device_info.h"

namespace lmtune {

/// All devices of all platforms, in the order of the ICD loader. Throws kDevice if there is no
/// OpenCL platform at all.
std::vector<DeviceInfo> list_devices();

/// The index into list_devices() of the one device that `name` fits: a part of the device's name in
/// any case, or "platform:device" with a part of each. Where only one fits in full, it wins over
/// those that fit in part; "#2" at the end takes the second of several that fit. "" takes the first
/// device with local memory of its own (a GPU), or the first device where there is none. Throws
/// kUsage, listing the candidates, if none or several fit.
std::size_t select_device(const std::vector<DeviceInfo>& devices, const std::string& name);

/// The shortest name of `devices[index]` by which select_device() finds it and no other.
std::string device_selector(const std::vector<DeviceInfo>& devices, std::size_t index);

}  // namespace lmtune
