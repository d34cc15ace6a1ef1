// Made-up samples whose answer is known: caching is beneficial where the target is reused often,
// and the work-group leaves room for it.
#pragma once

#include <fmt/format.h>

#include <cmath>
#include <vector>

#include "lmtune/base/random.h"
#include "lmtune/core/sample.h"

namespace lmtune::testing {

inline double known_speedup(double reuse, double sectors) {
  return std::exp2((std::log2(reuse) - 4.0) / 2.0 + (sectors > 16.0 ? 0.7 : -0.7));
}

/// `count` samples, four of each kernel spec.
inline std::vector<Sample> known_samples(std::size_t count, std::uint64_t seed) {
  Random random(seed);
  std::vector<Sample> samples(count);
  for (std::size_t i = 0; i < count; ++i) {
    Sample& sample = samples[i];
    const double reuse = std::exp2(random.real() * 8.0);
    const double sectors = 1.0 + std::floor(random.real() * 32.0);
    sample.features[Feature::kTargetReuse] = reuse;
    sample.features[Feature::kTargetSectorsPerAccess] = sectors;
    sample.features[Feature::kGroupCount] = std::floor(random.real() * 1e6);
    sample.speedup = known_speedup(reuse, sectors);
    sample.benchmark_id = fmt::format("{:x}", i);
    sample.spec_id = fmt::format("spec{}", i / 4);
    sample.family = "known";
    sample.origin = i % 3 == 0 ? Origin::kReal : Origin::kSynthetic;
  }
  return samples;
}

inline std::vector<const Sample*> pointers(const std::vector<Sample>& samples) {
  std::vector<const Sample*> all;
  for (const Sample& sample : samples) all.push_back(&sample);
  return all;
}

}  // namespace lmtune::testing
