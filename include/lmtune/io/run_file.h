// Run files: measurements of benchmarks on one device, a journal that only grows. Each result line
// holds the whole benchmark, so that a run file alone can be trained from.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "lmtune/core/benchmark.h"
#include "lmtune/core/device_info.h"
#include "lmtune/core/measurement.h"
#include "lmtune/core/trust_row.h"

namespace lmtune {

inline constexpr int kRunFormatVersion = 2;

struct RunHeader {
  std::string lmtune_version;
  DeviceInfo device;
  std::map<std::string, double> protocol;  ///< options of the measurement protocol, by name

  bool operator==(const RunHeader&) const = default;
};

struct RunResult {
  Benchmark benchmark;
  Measurement measurement;
  std::optional<RowDevice> device = std::nullopt;  ///< set where the run has several
};

struct Run {
  std::filesystem::path path;
  std::string content_hash;  ///< of the whole file
  RunHeader header;
  std::vector<RunResult> results;
  std::vector<TrustRow> trust;                   ///< controls, repeats, reference times
  std::map<std::string, std::uint32_t> started;  ///< benchmark id → times begun but not ended
  std::vector<std::string> source_hashes;        ///< of the source lines that the file holds
  std::size_t valid_bytes = 0;                   ///< up to the end of the last whole line
  bool torn = false;  ///< the last line is incomplete: a writer was killed
};

/// What to do with an incomplete last line.
enum class TornLine { kReject, kDrop };

/// Throws kInput with file and line where the file is no run file, edited or of another version.
Run read_run(const std::filesystem::path& path, TornLine torn_line);

// The lines of the journal, without the newline, in the order in which a writer appends them: a
// header once, a source before the first benchmark made from it, "started" before each benchmark is
// tried and its result after; trust rows anywhere.
std::string format_run_header(const RunHeader& header);
std::string format_run_source(const KernelSource& source);
std::string format_run_started(const std::string& benchmark_id);
std::string format_run_result(const RunResult& result);
/// The same without copying the benchmark.
std::string format_run_result(const Benchmark& benchmark, const Measurement& measurement,
                              const std::optional<RowDevice>& device);
std::string format_run_trust(const TrustRow& row);

/// Names a source within campaign and run files: content hash of its text.
std::string source_hash(const KernelSource& source);

}  // namespace lmtune
