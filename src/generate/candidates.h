// Which candidates are worth measuring, and why the others are not.
#pragma once

#include <optional>
#include <string>

#include "lmtune/generate/generate.h"

namespace lmtune {

/// Why `p` is no benchmark to measure on the profile's device, or nothing.
std::optional<std::string> rejection(const TemplateParameters& p, const TemplateLimits& limits,
                                     const DeviceProfile& profile);

}  // namespace lmtune
