#include "measure/run_tally.h"

#include <algorithm>

#include "lmtune/measure/statistics.h"

namespace lmtune {

void RunTally::add(const Measurement& measurement) {
  ++done_;
  ++summary_.by_status[static_cast<std::size_t>(measurement.status)];
  if (measurement.status != Status::kCorrect) return;
  speedups_.push_back(measurement.speedup);
  if (measurement.speedup > 1.0) ++summary_.beneficial;
  if (is_tie(measurement)) ++summary_.ties;
  if (is_decisive(measurement.speedup)) ++summary_.decisive;
}

void RunTally::add_kept(const Measurement& measurement) {
  ++summary_.kept;
  add(measurement);
}

void RunTally::expect_repeat(const Measurement& first) {
  repeated_.insert_or_assign(first.benchmark_id, first.speedup);
}

void RunTally::add(const TrustRow& row, const StoppingOptions& options) {
  TrustSummary& trust = summary_.trust;
  if (row.role == Role::kReference) {
    references_ns_.push_back(static_cast<double>(row.reference_ns));
    return;
  }
  const Measurement& measurement = row.measurement;
  if (measurement.status != Status::kCorrect) return;
  if (row.role == Role::kControl) {
    ++trust.controls;
    const double margin = 1.0 + options.margin;
    if (measurement.speedup_low > margin || measurement.speedup_high < 1.0 / margin) {
      ++trust.false_controls;
    }
    return;
  }
  const auto first = repeated_.find(measurement.benchmark_id);
  if (first == repeated_.end()) return;
  const bool flipped = (first->second > 1.0) != (measurement.speedup > 1.0);
  ++trust.repeats;
  if (flipped) ++trust.flipped;
  if (!is_decisive(first->second)) return;
  ++trust.decisive_repeats;
  if (flipped) ++trust.decisive_flipped;
}

void RunTally::add_phases(const Measurement& measurement) {
  RunTimes& times = summary_.times;
  times.preparing += seconds(measurement.prepare_ns);
  times.validating += seconds(measurement.validate_ns);
  times.timing += seconds(measurement.timing_ns);
  times.kernels += seconds(measurement.kernel_ns);
}

RunProgress RunTally::progress(double seconds) const {
  RunProgress progress;
  progress.total = summary_.total;
  progress.done = done_;
  progress.failed = done_ - summary_.count(Status::kCorrect);
  const std::size_t own = done_ - summary_.kept;
  if (own > 0 && seconds > 0.0) {
    progress.per_second = static_cast<double>(own) / seconds;
    progress.seconds_left = static_cast<double>(summary_.total - done_) / progress.per_second;
  }
  return progress;
}

RunSummary RunTally::summary(RunEnd end, double seconds, std::size_t devices,
                             std::size_t workers) const {
  RunSummary summary = summary_;
  summary.end = end;
  summary.seconds = seconds;
  summary.devices = devices;
  summary.workers = workers;
  if (!speedups_.empty()) summary.median_speedup = median(speedups_);
  summary.trust.references = references_ns_.size();
  if (!references_ns_.empty()) {
    const auto [least, most] = std::minmax_element(references_ns_.begin(), references_ns_.end());
    summary.trust.reference_spread = (*most - *least) / median(references_ns_);
  }
  return summary;
}

}  // namespace lmtune
