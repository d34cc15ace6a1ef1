// The outcome of measuring one benchmark on one device.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace lmtune {

/// The words of the T4 results format of the auto-tuning community.
enum class Status {
  kCorrect,      ///< measured, and both variants computed the same
  kCompile,      ///< a variant did not build
  kRuntime,      ///< a launch failed, or the process died in it
  kCorrectness,  ///< the variants computed different results
  kTimeout,      ///< it ran longer than it may
  kConstraints,  ///< it breaks a limit of the device, and was not tried
};

std::string to_string(Status status);
std::optional<Status> parse_status(std::string_view text);

struct Measurement {
  std::string benchmark_id;
  Status status = Status::kCorrect;
  std::string reason;  ///< why not correct, with the compiler's or driver's words
  std::uint32_t launches_per_sample = 1;  ///< samples of short kernels time several launches
  std::vector<std::int64_t> baseline_ns;  ///< a sample each, for all its launches
  std::vector<std::int64_t> cached_ns;    ///< interleaved with the baseline's, pair by pair
  std::int64_t build_ns = 0;              ///< host time to build both variants
  double max_difference = 0.0;            ///< largest relative difference of the results

  // Host time of the phases, as far as the benchmark came; 0 in files of older versions.
  std::int64_t prepare_ns = 0;   ///< buffers, arguments, and what was not yet built
  std::int64_t validate_ns = 0;  ///< running both variants once and comparing their results
  std::int64_t timing_ns = 0;    ///< warming up and taking samples
  std::int64_t kernel_ns = 0;    ///< device time of the kernels that were timed, of `timing_ns`

  // Of the pairs, set when status is kCorrect. Source: docs/measuring.md.
  double speedup = 0.0;                          ///< exp(median log(baseline / cached))
  double speedup_low = 0.0, speedup_high = 0.0;  ///< order-statistic confidence interval, 95 %

  bool operator==(const Measurement&) const = default;
};

/// Median time of one launch, in nanoseconds; the samples, of one variant, must not be empty.
double median_launch_ns(std::span<const std::int64_t> samples_ns, std::uint32_t launches);

/// Decisive measurements have a speedup outside 1 ± 5 %.
bool is_decisive(double speedup);

/// A tie cannot be told from 1: its confidence interval holds 1.
bool is_tie(const Measurement& measurement);

}  // namespace lmtune
