// What `generate` did: how many candidates became benchmarks, and what these are like.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace lmtune {

/// Of one template parameter over a campaign.
struct ParameterSpread {
  double low = 0.0;
  double high = 0.0;
  double mean = 0.0;
};

/// Average vicinity density: benchmarks within `radius` of a seed benchmark in feature space.
struct VicinityDensity {
  double radius = 0.0;
  double average = 0.0;
};

struct GenerationReport {
  double seconds = 0.0;  ///< that it all took
  std::uint64_t accepted = 0;
  std::uint64_t kernel_specs = 0;
  std::map<std::string, std::uint64_t> rejected;  ///< candidates, by reason
  std::map<std::string, ParameterSpread> spread;  ///< by parameter
  std::vector<VicinityDensity> density;           ///< at rising radii; empty without seeds
};

}  // namespace lmtune
