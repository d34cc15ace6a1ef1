#include "lmtune/io/run_merge.h"

#include <fmt/format.h>

#include <algorithm>

#include "io/run_lines.h"
#include "lmtune/base/error.h"
#include "lmtune/base/hash.h"
#include "lmtune/base/line_reader.h"

namespace lmtune {
namespace {

/// Run headers as (what, value), in the order in which differences are told.
std::vector<std::pair<std::string, std::string>> identity(const RunHeader& header) {
  const DeviceInfo& device = header.device;
  std::vector<std::pair<std::string, std::string>> all{
      {"the device", device.name},
      {"the platform", device.platform},
      {"the driver", device.driver_version},
      {"the OpenCL version", device.opencl_version},
      {"the device's compute units", fmt::format("{}", device.compute_units)},
      {"the device's local memory", fmt::format("{} bytes", device.local_bytes)}};
  for (const auto& [name, value] : header.protocol) {
    all.emplace_back("the protocol's " + name, fmt::format("{}", value));
  }
  return all;
}

}  // namespace

std::optional<RunDifference> run_difference(const RunHeader& first, const RunHeader& second) {
  const auto ours = identity(first);
  const auto theirs = identity(second);
  // An option that one protocol lacks: from there on names differ too.
  for (std::size_t i = 0; i < std::max(ours.size(), theirs.size()); ++i) {
    if (i >= ours.size()) return RunDifference{theirs[i].first, "missing", theirs[i].second};
    if (i >= theirs.size()) return RunDifference{ours[i].first, ours[i].second, "missing"};
    if (ours[i].first != theirs[i].first) {
      return ours[i].first < theirs[i].first
                 ? RunDifference{ours[i].first, ours[i].second, "missing"}
                 : RunDifference{theirs[i].first, "missing", theirs[i].second};
    }
    if (ours[i].second != theirs[i].second) {
      return RunDifference{ours[i].first, ours[i].second, theirs[i].second};
    }
  }
  return std::nullopt;
}

MeasurementQuality quality_of(const Measurement& measurement) {
  MeasurementQuality quality;
  quality.status = measurement.status;
  quality.samples = measurement.baseline_ns.size();
  if (measurement.status == Status::kCorrect) {
    quality.interval = measurement.speedup_high / measurement.speedup_low;
  }
  return quality;
}

bool is_better(const MeasurementQuality& candidate, const MeasurementQuality& kept) {
  const bool correct = candidate.status == Status::kCorrect;
  if (correct != (kept.status == Status::kCorrect)) return correct;
  if (!correct) return false;
  if (candidate.interval != kept.interval) return candidate.interval < kept.interval;
  return candidate.samples > kept.samples;
}

RunMerge::RunMerge(std::span<const std::filesystem::path> paths, MixedRuns mixed)
    : files_(paths.size()), other_lines_(paths.size()) {
  for (std::size_t file = 0; file < paths.size(); ++file) {
    files_[file].path = paths[file];
    read(file, mixed);
  }
  for (MergedFile& file : files_) file.kept = file.results - file.replaced - file.worse;
}

void RunMerge::read(std::size_t file, MixedRuns mixed) {
  MergedFile& counts = files_[file];
  LineReader reader(counts.path);
  const auto header = reader.next();
  if (!header) {
    throw Error(ErrorKind::kInput, counts.path.string(),
                "is not an lmtune run file: no whole line");
  }
  const Json json = parse_json(*header, reader.where());
  const RunHeader own = run_header_from_json(JsonValue(json, reader.where()));
  if (file == 0) header_ = own;
  counts.difference = run_difference(header_, own);
  if (counts.difference && mixed == MixedRuns::kRefuse) {
    throw Error(
        ErrorKind::kInput, counts.path.string(),
        fmt::format("{} differs: '{}', but '{}' in {}", counts.difference->what,
                    counts.difference->second, counts.difference->first, files_[0].path.string()),
        "times of both are no one run; --allow-mixed joins them all the same");
  }

  SourceTable sources;
  std::size_t number = 1;
  while (const auto text = reader.next()) {
    const Place place{file, number++};
    const Json line = parse_json(*text, reader.where());
    Run one;
    read_run_line(JsonValue(line, reader.where()), sources, one);
    for (const auto& [id, times] : one.started) starts_[id].push_back(place);
    for (const RunResult& result : one.results) add_result(result.measurement, place);
    if (one.source_hashes.empty() && one.trust.empty()) continue;
    if (!once_.insert(content_hash(*text)).second) continue;
    counts.trust += one.trust.size();
    other_lines_[file].push_back(place.line);
  }
  counts.torn = reader.torn();
}

void RunMerge::add_result(const Measurement& measurement, Place place) {
  ++files_[place.file].results;
  const MeasurementQuality quality = quality_of(measurement);
  const auto [found, added] = best_.try_emplace(measurement.benchmark_id, Best{quality, place});
  if (added) {
    starts_.erase(measurement.benchmark_id);
    return;
  }
  Best& best = found->second;
  if (is_better(quality, best.quality)) {
    ++files_[best.place.file].replaced;
    best = {quality, place};
  } else {
    ++files_[place.file].worse;
  }
}

std::size_t RunMerge::count(Status status) const {
  return static_cast<std::size_t>(std::count_if(best_.begin(), best_.end(), [&](const auto& one) {
    return one.second.quality.status == status;
  }));
}

void RunMerge::write(const std::function<void(std::string_view)>& write_line) const {
  std::vector<std::vector<std::size_t>> lines = other_lines_;
  for (const auto& [id, best] : best_) lines[best.place.file].push_back(best.place.line);
  for (const auto& [id, places] : starts_) {
    if (best_.contains(id)) continue;
    for (const Place& place : places) lines[place.file].push_back(place.line);
  }
  write_line(format_run_header(header_) + '\n');
  for (std::size_t file = 0; file < files_.size(); ++file) {
    std::sort(lines[file].begin(), lines[file].end());
    LineReader reader(files_[file].path);
    std::size_t number = 0;
    for (const std::size_t wanted : lines[file]) {
      std::optional<std::string_view> line = reader.next();
      for (; line && number < wanted; ++number) line = reader.next();
      if (!line) {
        throw Error(ErrorKind::kInput, files_[file].path.string(), "became shorter while merging");
      }
      ++number;
      write_line(std::string(*line) + '\n');
    }
  }
}

}  // namespace lmtune
