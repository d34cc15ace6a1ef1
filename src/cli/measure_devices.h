// The devices that a run measures on, as `--device` names them.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "lmtune/measure/campaign_run.h"

namespace lmtune {

/// Those that `names` name, each as select_device() takes it or "all:NAME" for all that NAME fits;
/// none: the default device. Each once. Throws kUsage where a name fits none, or the devices are
/// not of one model with one driver.
RunDevices select_run_devices(const std::vector<DeviceInfo>& devices,
                              const std::vector<std::string>& names);

}  // namespace lmtune
