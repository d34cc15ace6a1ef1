// Counts results and trust rows as they come, and says in the end what they amount to.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "lmtune/core/run_summary.h"
#include "lmtune/core/trust_row.h"
#include "lmtune/measure/campaign_run.h"

namespace lmtune {

class RunTally {
 public:
  explicit RunTally(std::size_t total) { summary_.total = total; }

  /// A result of this run, or one that the file held before.
  void add(const Measurement& measurement);
  void add_kept(const Measurement& measurement);
  void add(const TrustRow& row, const StoppingOptions& options);

  /// To be called for a benchmark that is or will be repeated, before its repeat is added.
  void expect_repeat(const Measurement& first);

  void add_building(std::int64_t cpu_ns) { summary_.times.building_cpu += seconds(cpu_ns); }
  void add_waiting(std::int64_t idle_ns) { summary_.times.waiting += seconds(idle_ns); }
  void add_phases(const Measurement& measurement);
  void add_lost_worker() { ++summary_.workers_lost; }

  std::size_t done() const { return done_; }
  bool complete() const { return done_ == summary_.total; }
  RunProgress progress(double seconds) const;
  RunSummary summary(RunEnd end, double seconds, std::size_t devices, std::size_t workers) const;

 private:
  static double seconds(std::int64_t ns) { return static_cast<double>(ns) * 1e-9; }

  RunSummary summary_;
  std::size_t done_ = 0;
  std::vector<double> speedups_;
  std::vector<double> references_ns_;
  std::map<std::string, double> repeated_;  // benchmark id → speedup of the first time
};

}  // namespace lmtune
