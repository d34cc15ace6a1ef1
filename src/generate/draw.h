// Random points of the template's parameter space. They may break constraints: the caller asks.
#pragma once

#include <cstdint>

#include "lmtune/base/random.h"
#include "lmtune/core/device_profile.h"
#include "lmtune/template/template_parameters.h"

namespace lmtune {

/// Everything that fixes the kernel spec, and a first launch.
TemplateParameters draw_spec(Random& random, const DeviceProfile& profile);

/// Another launch of the same spec: units, pitch, and the trip counts that only run time knows.
TemplateParameters draw_launch(Random& random, const DeviceProfile& profile, TemplateParameters p);

/// A neighbour of `p`: few of its parameters are drawn again or moved by a step.
TemplateParameters draw_neighbour(Random& random, const DeviceProfile& profile,
                                  TemplateParameters p);

/// Whether to keep `p`, by lot: the longer its kernels take, the less often, so that a campaign's
/// time does not go to the few that no choice of units makes short. More `patience` keeps more.
bool is_worth_its_time(Random& random, const DeviceProfile& profile, const TemplateParameters& p,
                       double patience);

}  // namespace lmtune
