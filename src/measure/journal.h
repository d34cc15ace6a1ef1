// A run file that is being written: what it holds already, and the next lines of it.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "lmtune/base/file.h"
#include "lmtune/core/benchmark.h"
#include "lmtune/core/measurement.h"
#include "lmtune/io/run_file.h"

namespace lmtune {

class Journal {
 public:
  /// Opens the run file at `path` to go on with it, or begins one with `header`. Throws kOutput
  /// where it cannot be written or another process holds it; kInput, leaving it as it was, where it
  /// is no run file or was made by another device, driver or protocol.
  Journal(const std::filesystem::path& path, const RunHeader& header);

  /// Results that the file held when it was opened, by benchmark id, without their samples.
  const std::map<std::string, Measurement>& kept() const { return kept_; }

  /// Trust rows that the file held when it was opened.
  const std::vector<TrustRow>& kept_trust() const { return kept_trust_; }

  /// Times that a benchmark was begun in earlier processes without a result.
  std::uint32_t times_started(const std::string& benchmark_id) const;

  /// To be called before a benchmark is tried, and with its result after.
  void begin(const Benchmark& benchmark);
  void end(const Benchmark& benchmark, const Measurement& measurement,
           const std::optional<RowDevice>& device = std::nullopt);
  void add(const TrustRow& row);

 private:
  void go_on(const std::filesystem::path& path, const RunHeader& header);
  void append_source(const Benchmark& benchmark);

  AppendFile file_;
  std::map<std::string, Measurement> kept_;
  std::vector<TrustRow> kept_trust_;
  std::map<std::string, std::uint32_t> started_;
  std::set<std::string> sources_;
  const KernelSource* last_source_ = nullptr;  // hashing a large source for each launch is slow
};

}  // namespace lmtune
