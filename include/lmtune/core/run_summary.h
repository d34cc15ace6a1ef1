// What became of the benchmarks that one run of `measure` was asked for, how far the results can be
// trusted, and where the time went.
#pragma once

#include <array>
#include <cstddef>

#include "lmtune/core/measurement.h"

namespace lmtune {

enum class RunEnd { kComplete, kInterrupted };

/// What the run file's A/A controls, repeats and reference times say. A control's false label: its
/// interval lies outside the tie margin although both sides are the same.
struct TrustSummary {
  std::size_t controls = 0;
  std::size_t false_controls = 0;
  std::size_t repeats = 0;  ///< of benchmarks that were correct both times
  std::size_t flipped = 0;  ///< of those, beneficial once and not the other time
  std::size_t decisive_repeats = 0;
  std::size_t decisive_flipped = 0;
  std::size_t references = 0;
  double reference_spread = 0.0;  ///< (largest - smallest) / median of the reference times

  bool operator==(const TrustSummary&) const = default;
};

/// Where the time went, in seconds; of this run alone.
struct RunTimes {
  double building_cpu = 0.0;  ///< CPU time over all workers
  double waiting = 0.0;       ///< a device was idle, since no worker was ready; over all devices
  double preparing = 0.0;     ///< arguments and fills, over all devices, as the next three
  double validating = 0.0;    ///< running both variants and comparing their results
  double timing = 0.0;        ///< warming up and sampling
  double kernels = 0.0;       ///< of the timing, device time of the timed kernels

  bool operator==(const RunTimes&) const = default;
};

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
  std::size_t devices = 1;
  std::size_t workers = 1;
  std::size_t workers_lost = 0;  ///< that died, hung or found their device unusable
  RunTimes times;
  TrustSummary trust;

  std::size_t count(Status status) const { return by_status[static_cast<std::size_t>(status)]; }

  /// Benchmarks measured a second.
  double per_second() const;
  /// Share of the wall clock in which the devices ran timed kernels.
  double device_share() const;
};

}  // namespace lmtune
