#include "measure/journal.h"

#include <fmt/format.h>

#include <vector>

#include "lmtune/base/error.h"
#include "lmtune/io/run_merge.h"

namespace lmtune {
Journal::Journal(const std::filesystem::path& path, const RunHeader& header) : file_(path) {
  // The lock is held from here on: nobody else can write between reading and appending.
  if (std::filesystem::is_regular_file(path) && std::filesystem::file_size(path) > 0) {
    go_on(path, header);
  } else {
    file_.append_line(format_run_header(header));
  }
}

void Journal::go_on(const std::filesystem::path& path, const RunHeader& header) {
  Run run = read_run(path, TornLine::kDrop);
  if (const auto difference = run_difference(run.header, header)) {
    throw Error(ErrorKind::kInput, path.string(),
                fmt::format("was measured with {} '{}', now it is '{}'", difference->what,
                            difference->first, difference->second),
                "results of both cannot share a file: name another output");
  }
  if (run.torn) file_.truncate(run.valid_bytes);
  for (RunResult& result : run.results) {
    result.measurement.baseline_ns = {};
    result.measurement.cached_ns = {};
    kept_.insert_or_assign(result.benchmark.id, std::move(result.measurement));
  }
  kept_trust_ = std::move(run.trust);
  started_ = std::move(run.started);
  sources_.insert(run.source_hashes.begin(), run.source_hashes.end());
}

std::uint32_t Journal::times_started(const std::string& benchmark_id) const {
  const auto found = started_.find(benchmark_id);
  return found == started_.end() ? 0 : found->second;
}

void Journal::append_source(const Benchmark& benchmark) {
  const KernelSource& source = *benchmark.spec.source;
  if (&source == last_source_) return;
  if (sources_.insert(source_hash(source)).second) file_.append_line(format_run_source(source));
  last_source_ = &source;
}

void Journal::begin(const Benchmark& benchmark) {
  append_source(benchmark);
  file_.append_line(format_run_started(benchmark.id));
}

void Journal::end(const Benchmark& benchmark, const Measurement& measurement,
                  const std::optional<RowDevice>& device) {
  append_source(benchmark);
  file_.append_line(format_run_result(benchmark, measurement, device));
}

void Journal::add(const TrustRow& row) { file_.append_line(format_run_trust(row)); }

}  // namespace lmtune
