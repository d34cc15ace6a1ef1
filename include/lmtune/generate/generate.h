// Generation of synthetic benchmarks: which points of the template's parameter space to measure.
#pragma once

#include <cstdint>
#include <vector>

#include "lmtune/template/synthetic_benchmark.h"
#include "lmtune/template/template_parameters.h"

namespace lmtune {

/// How much work a benchmark may be.
enum class CampaignSize {
  kSmall,  ///< for CPUs and CI: up to a few million loads
  kLarge,  ///< for GPUs: up to a few billion
};

struct GenerateOptions {
  std::uint64_t count = 0;
  std::uint64_t seed = 1;
  CampaignSize size = CampaignSize::kLarge;
};

/// The limits that generated benchmarks of a size keep to: those of the template, and less work.
TemplateLimits campaign_limits(CampaignSize size);

/// The range approach: each parameter is drawn independently, and draws that break a constraint are
/// drawn again. No two are equal; the same options give the same list on every machine. Throws
/// kUsage if the space is too small for `count`.
std::vector<TemplateParameters> generate_range(const GenerateOptions& options);

}  // namespace lmtune
