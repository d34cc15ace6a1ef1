// Random synthetic benchmarks for tests.
#pragma once

#include <cstdlib>
#include <string>
#include <vector>

#include "lmtune/generate/generate.h"
#include "lmtune/io/profile_file.h"

namespace lmtune {

inline GenerateOptions generate_options(std::uint64_t count, std::uint64_t seed,
                                        const std::string& profile) {
  return {count, seed, GenerateOptions{}.launches, find_profile(profile)};
}

/// Of the whole space that the template has on a profile's device.
inline std::vector<TemplateParameters> generated(std::uint64_t count, std::uint64_t seed,
                                                 const std::string& profile = "pocl") {
  return generate_range(generate_options(count, seed, profile));
}

/// How many benchmarks a test of exactness takes: `usual` in CI, $LMTUNE_TEMPLATE_BENCHMARKS where
/// that is set (CONTRIBUTING.md).
inline std::uint64_t benchmarks_to_check(std::uint64_t usual) {
  const char* text = std::getenv("LMTUNE_TEMPLATE_BENCHMARKS");
  return text == nullptr ? usual : std::stoull(text);
}

}  // namespace lmtune
