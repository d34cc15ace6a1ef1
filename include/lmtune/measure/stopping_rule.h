// When enough pairs of samples are taken: a strategy apart from the loop that takes them. Why these
// numbers: docs/measuring.md.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "lmtune/measure/statistics.h"

namespace lmtune {

struct StoppingOptions {
  double margin = 0.02;          ///< relative; a speedup within it is a tie
  std::size_t min_pairs = 8;     ///< before the interval is looked at; at least 6
  std::size_t max_pairs = 32;    ///< where the interval still straddles the margin
  std::size_t forced_pairs = 0;  ///< taken in any case, whatever interval and time say

  std::size_t fewest_pairs = 4;              ///< enough once `max_ns` are over
  std::int64_t max_ns = 60'000'000;          ///< host time that sampling may take
  std::int64_t hard_max_ns = 2'000'000'000;  ///< host time after which any whole ABBA is enough

  // A large effect on long launches needs fewer pairs.
  double clear_margin = 0.10;  ///< relative; the interval is wholly beyond it
  std::size_t clear_pairs = 4;
  std::int64_t clear_pair_ns = 200'000;  ///< a launch of each variant takes at least so long
};

enum class StopReason {
  kDifferent,  ///< the interval is wholly outside the margin
  kTie,        ///< wholly inside
  kPairs,      ///< max_pairs are taken
  kTime,       ///< max_ns or hard_max_ns are over
};

/// What is known when the rule is asked.
struct SamplingState {
  std::size_t pairs = 0;
  std::int64_t elapsed_ns = 0;      ///< host time since sampling began
  std::int64_t pair_ns = 0;         ///< device time of one launch of each variant
  std::int64_t sample_pair_ns = 0;  ///< and of one sample of each
};

/// Why to stop, or nothing: go on. `log_ratio` is of all pairs so far.
std::optional<StopReason> stop_reason(const MedianInterval& log_ratio, const SamplingState& state,
                                      const StoppingOptions& options);

/// How many pairs to take before the rule is asked again, even and at least 2: up to the next point
/// at which it can stop, but not far beyond the end of the time. Looking seldom keeps both the
/// waits for the device and the chance of stopping on a lucky interval small.
std::size_t next_pairs(const SamplingState& state, const StoppingOptions& options);

}  // namespace lmtune
