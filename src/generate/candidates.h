// Which candidates are worth measuring, and why the others are not.
#pragma once

#include <optional>
#include <string>

#include "lmtune/generate/generate.h"

namespace lmtune {

/// Why a candidate is dropped by lot (is_worth_its_time()).
inline constexpr const char* kNotWorthItsTime = "one of too many long kernels";

/// Why `p` is no benchmark to measure on the profile's device, or nothing.
std::optional<std::string> rejection(const TemplateParameters& p, const TemplateLimits& limits,
                                     const DeviceProfile& profile);

}  // namespace lmtune
