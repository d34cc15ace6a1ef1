// When enough pairs of samples are taken: a strategy apart from the loop that takes them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "lmtune/measure/statistics.h"

namespace lmtune {

struct StoppingOptions {
  double margin = 0.02;       ///< relative; a speedup within it is a tie
  std::size_t min_pairs = 8;  ///< before the interval is looked at; at least 6
  std::size_t max_pairs = 64;
  std::int64_t max_ns = 2'000'000'000;  ///< host time that sampling one benchmark may take
};

enum class StopReason {
  kDifferent,  ///< the interval is wholly outside the margin
  kTie,        ///< wholly inside
  kPairs,      ///< max_pairs are taken
  kTime,       ///< max_ns are over
};

/// Why to stop after `pairs` pairs and `elapsed_ns`, or nothing: go on. `log_ratio` is of all pairs
/// so far.
std::optional<StopReason> stop_reason(const MedianInterval& log_ratio, std::size_t pairs,
                                      std::int64_t elapsed_ns, const StoppingOptions& options);

}  // namespace lmtune
