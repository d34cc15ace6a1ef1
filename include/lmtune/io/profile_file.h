// Device profiles: JSON files that say for which device a campaign is made. Some are built in.
#pragma once

#include <string>
#include <vector>

#include "lmtune/core/device_profile.h"

namespace lmtune {

inline constexpr int kProfileFormatVersion = 1;

/// "nvidia-h200", "opencl-minimum", …: the files of profiles/ as they were when lmtune was built.
std::vector<std::string> built_in_profiles();

/// The built-in profile of that name, or else the one in the file of that path. Throws kUsage,
/// listing the built-in ones, where there is neither, and kInput where the file is no profile.
DeviceProfile find_profile(const std::string& name_or_path);

}  // namespace lmtune
