// The device's limits that a benchmark must keep, checked before anything is built.
#pragma once

#include "lmtune/core/benchmark.h"
#include "lmtune/core/device_info.h"

namespace lmtune {

/// Throws BenchmarkFailure (kConstraints), naming the number and the limit, where `benchmark`
/// cannot run on `device` or cannot be measured at all.
void check_limits(const Benchmark& benchmark, const DeviceInfo& device);

}  // namespace lmtune
