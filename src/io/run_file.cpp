#include "lmtune/io/run_file.h"

#include <fmt/format.h>

#include <limits>
#include <set>

#include "io/benchmark_json.h"
#include "io/json_value.h"
#include "io/jsonl.h"
#include "lmtune/base/error.h"
#include "lmtune/base/file.h"
#include "lmtune/base/hash.h"

namespace lmtune {
namespace {

Json to_json(const Measurement& measurement) {
  Json json{{"status", to_string(measurement.status)}};
  if (!measurement.reason.empty()) json["reason"] = measurement.reason;
  json["build_ns"] = measurement.build_ns;
  if (measurement.status == Status::kCorrect || measurement.status == Status::kCorrectness) {
    // JSON has no infinity; null says "not comparable", as where a result was never written.
    json["max_difference"] = measurement.max_difference;
  }
  if (measurement.status == Status::kCorrect) {
    json["launches_per_sample"] = measurement.launches_per_sample;
    json["baseline_ns"] = measurement.baseline_ns;
    json["cached_ns"] = measurement.cached_ns;
    json["speedup"] = measurement.speedup;
    json["speedup_low"] = measurement.speedup_low;
    json["speedup_high"] = measurement.speedup_high;
  }
  return json;
}

std::vector<std::int64_t> integers(const JsonValue& value) {
  std::vector<std::int64_t> all;
  for (const JsonValue& element : value.elements()) all.push_back(element.integer());
  return all;
}

Measurement measurement_from_json(const JsonValue& value, const std::string& benchmark_id) {
  value.only_keys({"status", "reason", "build_ns", "max_difference", "launches_per_sample",
                   "baseline_ns", "cached_ns", "speedup", "speedup_low", "speedup_high"});
  Measurement measurement;
  measurement.benchmark_id = benchmark_id;
  const auto status = parse_status(value.at("status").string());
  if (!status) {
    value.at("status").fail(fmt::format("\"{}\" is no status", value.at("status").string()));
  }
  measurement.status = *status;
  if (value.has("reason")) measurement.reason = value.at("reason").string();
  measurement.build_ns = value.at("build_ns").integer();
  if (value.has("max_difference")) {
    measurement.max_difference = value.at("max_difference").raw().is_null()
                                     ? std::numeric_limits<double>::infinity()
                                     : value.at("max_difference").number();
  }
  if (measurement.status != Status::kCorrect) return measurement;
  measurement.launches_per_sample =
      static_cast<std::uint32_t>(value.at("launches_per_sample").unsigned_integer());
  measurement.baseline_ns = integers(value.at("baseline_ns"));
  measurement.cached_ns = integers(value.at("cached_ns"));
  measurement.speedup = value.at("speedup").number();
  measurement.speedup_low = value.at("speedup_low").number();
  measurement.speedup_high = value.at("speedup_high").number();
  if (!(measurement.speedup > 0.0)) value.at("speedup").fail("is not positive");
  return measurement;
}

RunHeader header_from_json(const JsonValue& value) {
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

void read_line(const JsonValue& line, SourceTable& sources, Run& run) {
  line.only_keys({"source", "started", "result"});
  if (line.has("source")) {
    auto source = source_from_json(line.at("source"));
    run.source_hashes.push_back(source_hash(*source));
    sources.emplace(run.source_hashes.back(), std::move(source));
  } else if (line.has("started")) {
    ++run.started[line.at("started").string()];
  } else {
    const JsonValue result = line.at("result");
    result.only_keys({"benchmark", "measurement"});
    RunResult row;
    row.benchmark = benchmark_from_json(result.at("benchmark"), sources);
    row.measurement = measurement_from_json(result.at("measurement"), row.benchmark.id);
    run.started.erase(row.benchmark.id);
    run.results.push_back(std::move(row));
  }
}

}  // namespace

Run read_run(const std::filesystem::path& path, TornLine torn_line) {
  const std::string text = read_file(path);
  const Lines lines = split_lines(text, path);
  if (lines.torn && torn_line == TornLine::kReject) {
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
  run.torn = lines.torn;
  run.valid_bytes = lines.whole_bytes;

  SourceTable sources;
  for (std::size_t i = 0; i < lines.whole.size(); ++i) {
    const Json json = parse_json(lines.whole[i].text, lines.whole[i].where);
    const JsonValue line(json, lines.whole[i].where);
    if (i == 0) {
      run.header = header_from_json(line);
    } else {
      read_line(line, sources, run);
    }
  }
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
  return to_line(Json{
      {"result",
       {{"benchmark", to_json(result.benchmark)}, {"measurement", to_json(result.measurement)}}}});
}

}  // namespace lmtune
