// Generation of synthetic benchmarks: which points of the template's parameter space to measure.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "lmtune/core/device_profile.h"
#include "lmtune/core/generation_report.h"
#include "lmtune/generate/seed_ranges.h"
#include "lmtune/template/synthetic_benchmark.h"
#include "lmtune/template/template_parameters.h"

namespace lmtune {

struct GenerateOptions {
  std::uint64_t count = 0;
  std::uint64_t seed = 1;
  std::uint32_t launches = 6;  ///< of one kernel spec, which is built once for all of them
  DeviceProfile profile;
};

/// Receives accepted benchmarks in order, some at a time.
using ParameterSink = std::function<void(std::span<const TemplateParameters>)>;

/// The limits of the template that a profile's device sets.
TemplateLimits template_limits(const DeviceProfile& profile);

/// About the time of the baseline on the profile's device: the longest of what its sectors, loads
/// and operations take and of its items' chains of loads, and the launch.
double estimated_ns(const TemplateParameters& parameters, const DeviceProfile& profile);

/// Equal for parameters of one kernel spec, and for no others (but for collisions of 64 bits).
std::uint64_t spec_hash(const TemplateParameters& parameters);

/// The range approach: each parameter is drawn independently, over the ranges that `ranges` span
/// where they are given; draws that break a constraint are drawn again. No two are equal, launches
/// of one kernel spec follow each other, and the same options give the same list on every machine.
/// Throws kUsage if the space is too small for `count`. Of the report, the candidates are filled
/// in.
GenerationReport generate_range(const GenerateOptions& options, const SeedRanges* ranges,
                                const ParameterSink& sink);

/// The same over the whole space, all at once.
std::vector<TemplateParameters> generate_range(const GenerateOptions& options);

}  // namespace lmtune
