// What would flip the verdict: the same launch with work-groups of other shapes.
#pragma once

#include <cstdint>

#include "lmtune/core/benchmark.h"
#include "lmtune/core/device_info.h"
#include "lmtune/core/prediction_report.h"
#include "lmtune/model/model.h"

namespace lmtune {

/// Predicts `benchmark` with work-groups of 32 to 1024 work-items, powers of two in each of the
/// first two dimensions, that divide the global size and that `device` allows; `jobs` at once. All
/// plans are the planner's: a plan of the benchmark's own is of its own shape. Refused where the
/// code is made for one shape: a synthetic benchmark, reqd_work_group_size, local memory of its
/// own, or a macro that is as large as the group.
ShapeSweep sweep_shapes(const Model& model, const Benchmark& benchmark, const DeviceInfo& device,
                        std::uint32_t jobs);

}  // namespace lmtune
