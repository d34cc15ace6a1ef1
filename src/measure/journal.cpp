#include "measure/journal.h"

#include <fmt/format.h>

#include <vector>

#include "lmtune/base/error.h"

namespace lmtune {
namespace {

/// The first thing in which two headers differ so that their results must not be mixed.
std::optional<std::string> difference(const RunHeader& before, const RunHeader& now) {
  const auto compare = [](const std::string& what, const std::string& old_value,
                          const std::string& new_value) -> std::optional<std::string> {
    if (old_value == new_value) return std::nullopt;
    return fmt::format("was measured with {} '{}', now it is '{}'", what, old_value, new_value);
  };
  if (auto text = compare("the device", before.device.name, now.device.name)) return text;
  if (auto text = compare("the platform", before.device.platform, now.device.platform)) return text;
  if (auto text = compare("the driver", before.device.driver_version, now.device.driver_version)) {
    return text;
  }
  if (before.protocol.size() != now.protocol.size()) return "was measured with another protocol";
  for (const auto& [name, value] : now.protocol) {
    const auto old_value = before.protocol.find(name);
    if (old_value == before.protocol.end()) return "was measured with another protocol";
    const auto text = compare("the protocol's " + name, fmt::format("{}", old_value->second),
                              fmt::format("{}", value));
    if (text) return text;
  }
  return std::nullopt;
}

}  // namespace

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
  if (const auto text = difference(run.header, header)) {
    throw Error(ErrorKind::kInput, path.string(), *text,
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
