// The proof of predictions: the same benchmarks measured on a device.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "cli/measure_run.h"
#include "lmtune/core/benchmark.h"
#include "lmtune/core/measurement.h"

namespace lmtune {

/// Throws kInput unless each benchmark has a cached variant to measure.
void check_measurable(std::span<const Benchmark> benchmarks);

/// One measurement for each of `benchmarks`. Those that the run file `append` holds are taken from
/// it, and new ones added to it; "" keeps nothing. Throws as measure_benchmarks() does.
std::vector<Measurement> measure_predicted(const RunDevices& devices,
                                           std::span<const Benchmark> benchmarks,
                                           const std::string& append,
                                           const MeasureSettings& settings);

}  // namespace lmtune
