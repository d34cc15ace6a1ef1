#include "lmtune/io/run_file.h"

#include <fmt/format.h>

#include <span>
#include <utility>

#include "io/benchmark_json.h"
#include "io/json_value.h"
#include "io/jsonl.h"
#include "io/measurement_json.h"
#include "io/run_lines.h"
#include "lmtune/base/error.h"
#include "lmtune/base/file.h"
#include "lmtune/base/hash.h"
#include "lmtune/base/parallel.h"

namespace lmtune {
namespace {

Json to_json(const RowDevice& device) { return {{"index", device.index}, {"name", device.name}}; }

std::optional<RowDevice> row_device_from_json(const JsonValue& row) {
  if (!row.has("device")) return std::nullopt;
  const JsonValue value = row.at("device");
  value.only_keys({"index", "name"});
  return RowDevice{static_cast<std::uint32_t>(value.at("index").unsigned_integer()),
                   value.at("name").string()};
}

TrustRow trust_from_json(const JsonValue& value) {
  value.only_keys({"role", "device", "seconds", "benchmark", "measurement", "time_ns"});
  TrustRow row;
  const std::string role = value.at("role").string();
  const auto parsed = parse_role(role);
  if (!parsed || *parsed == Role::kResult) {
    value.at("role").fail(fmt::format("\"{}\" is no role of a trust row", role),
                          "known are control, repeat and reference");
  }
  row.role = *parsed;
  row.device = row_device_from_json(value);
  row.seconds = value.at("seconds").number();
  if (row.role == Role::kReference) {
    row.reference_ns = value.at("time_ns").integer();
  } else {
    row.measurement =
        measurement_from_json(value.at("measurement"), value.at("benchmark").string());
  }
  return row;
}

RunResult result_from_json(const JsonValue& value, const SourceTable& sources) {
  value.only_keys({"device", "benchmark", "synthetic", "measurement"});
  RunResult row;
  row.benchmark = take_benchmark(value, sources);
  row.measurement = measurement_from_json(value.at("measurement"), row.benchmark.id);
  row.device = row_device_from_json(value);
  return row;
}

void add_result(Run& run, RunResult row) {
  run.started.erase(row.benchmark.id);
  run.results.push_back(std::move(row));
}

/// What a block of lines says, results on all cores.
void read_block(std::span<const JsonValue> lines, SourceTable& sources, Run& run) {
  std::vector<std::optional<RunResult>> rows(lines.size());
  // A source stands before what is made from it, but perhaps in this block.
  for (const JsonValue& line : lines) {
    if (line.has("source")) read_run_line(line, sources, run);
  }
  parallel_for(lines.size(), 0, [&](std::size_t i) {
    if (lines[i].has("result")) rows[i] = result_from_json(lines[i].at("result"), sources);
  });
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (rows[i]) {
      lines[i].only_keys({"result"});
      add_result(run, std::move(*rows[i]));
    } else if (!lines[i].has("source")) {
      read_run_line(lines[i], sources, run);
    }
  }
}

}  // namespace

RunHeader run_header_from_json(const JsonValue& value) {
  check_format(value, "run", kRunFormatVersion);
  value.only_keys({"format", "format_version", "lmtune_version", "device", "protocol"});
  RunHeader header;
  header.lmtune_version = value.at("lmtune_version").string();
  header.device = device_from_json(value.at("device"));
  for (const std::string& name : value.at("protocol").keys()) {
    header.protocol[name] = value.at("protocol").at(name).number();
  }
  return header;
}

void read_run_line(const JsonValue& line, SourceTable& sources, Run& run) {
  line.only_keys({"source", "started", "result", "trust"});
  if (line.has("source")) {
    FileSource source = source_from_json(line.at("source"));
    run.source_hashes.push_back(source_hash(*source.source));
    sources.emplace(run.source_hashes.back(), std::move(source));
  } else if (line.has("started")) {
    ++run.started[line.at("started").string()];
  } else if (line.has("trust")) {
    run.trust.push_back(trust_from_json(line.at("trust")));
  } else {
    add_result(run, result_from_json(line.at("result"), sources));
  }
}

Run read_run(const std::filesystem::path& path, TornLine torn_line) {
  const auto [text, cut_off] = read_growing_file(path);
  const Lines lines = split_lines(text, path);
  const bool torn = lines.torn || cut_off;
  if (torn && torn_line == TornLine::kReject) {
    throw Error(
        ErrorKind::kInput, fmt::format("{}:{}", path.string(), lines.whole.size() + 1),
        "the last line is incomplete: the file is truncated",
        "run measure again with the same inputs and output: it repairs the file and goes on");
  }
  if (lines.whole.empty()) {
    throw Error(ErrorKind::kInput, path.string(), "is not an lmtune run file: no whole line");
  }
  Run run;
  run.path = path;
  run.content_hash = content_hash(text);
  run.torn = torn;
  run.valid_bytes = lines.whole_bytes;

  const Line& first = lines.whole.front();
  const Json header = parse_json(first.text, first.where);
  run.header = run_header_from_json(JsonValue(header, first.where));
  SourceTable sources;
  parse_lines(std::span(lines.whole).subspan(1),
              [&](std::span<const JsonValue> block) { read_block(block, sources, run); });
  return run;
}

std::string format_run_header(const RunHeader& header) {
  return to_line(Json{{"format", "lmtune-run"},
                      {"format_version", kRunFormatVersion},
                      {"lmtune_version", header.lmtune_version},
                      {"device", to_json(header.device)},
                      {"protocol", header.protocol}});
}

std::string format_run_source(const KernelSource& source) {
  return to_line(Json{{"source", to_json(source)}});
}

std::string format_run_started(const std::string& benchmark_id) {
  return to_line(Json{{"started", benchmark_id}});
}

std::string format_run_result(const RunResult& result) {
  return format_run_result(result.benchmark, result.measurement, result.device);
}

std::string format_run_result(const Benchmark& benchmark, const Measurement& measurement,
                              const std::optional<RowDevice>& device) {
  Json row = Json::object();
  if (device) row["device"] = to_json(*device);
  put_benchmark(row, benchmark);
  row["measurement"] = to_json(measurement);
  return to_line(Json{{"result", std::move(row)}});
}

std::string format_run_trust(const TrustRow& row) {
  Json json{{"role", to_string(row.role)}};
  if (row.device) json["device"] = to_json(*row.device);
  json["seconds"] = row.seconds;
  if (row.role == Role::kReference) {
    json["time_ns"] = row.reference_ns;
  } else {
    json["benchmark"] = row.measurement.benchmark_id;
    json["measurement"] = to_json(row.measurement);
  }
  return to_line(Json{{"trust", std::move(json)}});
}

}  // namespace lmtune
