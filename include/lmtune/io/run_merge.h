// Joins run files: which of several measurements of a benchmark is kept, and the lines that result.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "lmtune/core/measurement.h"
#include "lmtune/io/run_file.h"

namespace lmtune {

inline constexpr int kMergeFormatVersion = 1;

/// Something in which two runs differ so that their times should not be compared.
struct RunDifference {
  std::string what;    ///< "the device", "the driver", "the protocol's max_pairs", …
  std::string first;   ///< its value in the one run
  std::string second;  ///< and in the other
};

/// The first one between `first` and `second`: device, driver or protocol; none if they are alike.
std::optional<RunDifference> run_difference(const RunHeader& first, const RunHeader& second);

/// What decides between two measurements of one benchmark.
struct MeasurementQuality {
  Status status = Status::kCorrect;
  double interval = 1.0;    ///< of the speedup's confidence interval, high / low
  std::size_t samples = 0;  ///< of each variant
};

MeasurementQuality quality_of(const Measurement& measurement);

/// A correct measurement is better than a failed one; of two correct ones the one with the narrower
/// confidence interval is, and of equally narrow ones the one with more samples.
bool is_better(const MeasurementQuality& candidate, const MeasurementQuality& kept);

struct MergedFile {
  std::filesystem::path path;
  std::size_t results = 0;   ///< that the file holds
  std::size_t kept = 0;      ///< of those, that are in the merged run
  std::size_t replaced = 0;  ///< a better measurement of the benchmark was found later
  std::size_t worse = 0;     ///< a measurement as good or better was found before
  std::size_t trust = 0;     ///< controls, repeats and references carried over
  bool torn = false;         ///< incomplete last line, left out
  std::optional<RunDifference> difference;  ///< from the first file, where that is allowed
};

enum class MixedRuns { kRefuse, kAllow };

/// Run files as one. Holds what is kept, not the lines: each file is read once to choose and once
/// to write, so that files may be larger than memory.
class RunMerge {
 public:
  /// Reads and chooses; of measurements that are equally good the one found first is kept. Throws
  /// kInput where a file is no run file or was edited, and, unless they may be mixed, where one
  /// differs from the first in device, driver or protocol.
  RunMerge(std::span<const std::filesystem::path> paths, MixedRuns mixed);

  const std::vector<MergedFile>& files() const { return files_; }
  /// Benchmarks of the merged run, and those with one status.
  std::size_t benchmarks() const { return best_.size(); }
  std::size_t count(Status status) const;

  /// Gives the lines of the merged run to `write_line`, each with its newline: the first file's
  /// header, then in the order of the files every source once, the results that are kept, trust
  /// rows (those that stand in two files once) and the starts of benchmarks that have no result.
  void write(const std::function<void(std::string_view)>& write_line) const;

 private:
  struct Place {
    std::size_t file = 0;
    std::size_t line = 0;
  };
  struct Best {
    MeasurementQuality quality;
    Place place;
  };
  void read(std::size_t file, MixedRuns mixed);
  void add_result(const Measurement& measurement, Place place);

  std::vector<MergedFile> files_;
  std::map<std::string, Best> best_;                   ///< by benchmark id
  std::map<std::string, std::vector<Place>> starts_;   ///< without a result, by benchmark id
  std::set<std::string> once_;                         ///< hashes of sources and trust rows
  std::vector<std::vector<std::size_t>> other_lines_;  ///< that are kept, of each file
  RunHeader header_;
};

/// What `merge --json` prints (docs/schemas/merge.schema.json); `output` is the run file written.
std::string format_merge(const RunMerge& merge, const std::string& output);

}  // namespace lmtune
