#include "cli/predict_measure.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <map>
#include <system_error>

#include "lmtune/base/error.h"
#include "lmtune/io/run_file.h"

namespace lmtune {
namespace {

/// A folder for a run file that nobody keeps.
class ScratchFolder {
 public:
  ScratchFolder() {
    std::string name = (std::filesystem::temp_directory_path() / "lmtune-XXXXXX").string();
    if (::mkdtemp(name.data()) == nullptr) {
      throw Error(ErrorKind::kOutput, name, fmt::format("cannot be made: {}", std::strerror(errno)),
                  "name another folder in TMPDIR, or a run file by --append");
    }
    path_ = name;
  }
  ~ScratchFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;

  std::string file(const std::string& name) const { return (path_ / name).string(); }

 private:
  std::filesystem::path path_;
};

}  // namespace

void check_measurable(std::span<const Benchmark> benchmarks) {
  for (const Benchmark& benchmark : benchmarks) {
    if (benchmark.spec.cached) continue;
    throw Error(ErrorKind::kInput, benchmark.name,
                "has no cached variant that could be measured beside the baseline",
                "write one, and a case file that names both: docs/adding-a-benchmark.md");
  }
}

std::vector<Measurement> measure_predicted(const RunDevices& devices,
                                           std::span<const Benchmark> benchmarks,
                                           const std::string& append,
                                           const MeasureSettings& settings) {
  const ScratchFolder scratch;
  const std::string path = append.empty() ? scratch.file("run.jsonl") : append;
  measure_benchmarks(devices, benchmarks, path, settings, nullptr);
  std::map<std::string, Measurement> by_id;
  for (RunResult& result : read_run(path, TornLine::kDrop).results) {
    by_id[result.benchmark.id] = std::move(result.measurement);
  }
  std::vector<Measurement> measurements;
  for (const Benchmark& benchmark : benchmarks) measurements.push_back(by_id.at(benchmark.id));
  return measurements;
}

}  // namespace lmtune
