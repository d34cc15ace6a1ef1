// From run files to samples, for the commands that learn.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "lmtune/core/device_info.h"
#include "lmtune/core/sample.h"

namespace lmtune {

/// Results that cannot be learnt from, counted by reason.
using LeftOut = std::map<std::string, std::uint64_t>;

struct SampleSet {
  DeviceInfo device;
  std::vector<std::string> runs;  ///< content hashes of the files
  std::vector<Sample> samples;    ///< each benchmark once
  LeftOut left_out;
};

/// Reads run files of one device and computes the features of what they hold, `jobs` at once (0:
/// one a core). Throws kInput where devices differ or no result can be learnt from.
SampleSet read_samples(const std::vector<std::string>& paths, std::uint32_t jobs);

}  // namespace lmtune
