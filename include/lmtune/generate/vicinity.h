// The vicinity approach: synthetic benchmarks near the seed benchmarks in feature space.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "lmtune/core/benchmark.h"
#include "lmtune/core/feature_space.h"
#include "lmtune/generate/generate.h"

namespace lmtune {

struct VicinityBenchmark {
  TemplateParameters parameters;
  std::vector<std::string> fills;  ///< seed families for which it was found, sorted
};

struct VicinityCampaign {
  std::vector<VicinityBenchmark> benchmarks;  ///< of one kernel spec one after the other
  GenerationReport report;                    ///< of the candidates
};

/// The features of a synthetic benchmark, without making the benchmark.
FeatureVector synthetic_features(const TemplateParameters& parameters, const DeviceInfo& device);

/// The space in which vicinity is measured: normalised over a fixed draw of the template's space
/// for the profile, whatever the seeds are.
FeatureSpace vicinity_space(const DeviceProfile& profile);

/// Average vicinity density of `benchmarks` around `seeds`, by a sample of both.
std::vector<VicinityDensity> density_around_seeds(std::span<const Benchmark> seeds,
                                                  std::span<const TemplateParameters> benchmarks,
                                                  const DeviceProfile& profile);

/// For each seed family a stream of its own and an equal share of `options.count`: candidates are
/// drawn from the whole space of the template, and neighbours of the nearest ones, and each seed
/// benchmark in turn takes the nearest that nobody has taken yet. No two of a family's are so near
/// to each other that they would count as one. What two families find is one benchmark that fills
/// both, so that there may be a few less than `options.count`.
///
/// `seeds` are all real benchmarks of the seed set, with plan and summary. Leaving a family out
/// gives the campaign of all less what fills that family alone.
VicinityCampaign generate_vicinity(const GenerateOptions& options, std::span<const Benchmark> seeds,
                                   const std::string& left_out = "");

}  // namespace lmtune
