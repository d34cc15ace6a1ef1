// What became of the benchmarks that one run of `measure` was asked for.
#pragma once

#include <array>
#include <cstddef>

#include "lmtune/core/measurement.h"

namespace lmtune {

enum class RunEnd { kComplete, kInterrupted };

/// Of all benchmarks asked for that have a result, those of earlier runs included.
struct RunSummary {
  RunEnd end = RunEnd::kComplete;
  std::size_t total = 0;                   ///< benchmarks asked for, each counted once
  std::size_t kept = 0;                    ///< results that were in the file before
  std::array<std::size_t, 6> by_status{};  ///< indexed by Status
  std::size_t beneficial = 0;              ///< of the correct ones
  std::size_t ties = 0;
  std::size_t decisive = 0;
  double median_speedup = 0.0;  ///< 0 if none is correct
  double seconds = 0.0;         ///< that this run took

  std::size_t count(Status status) const { return by_status[static_cast<std::size_t>(status)]; }
};

}  // namespace lmtune
