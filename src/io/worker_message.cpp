#include "lmtune/io/worker_message.h"

#include <fmt/format.h>

#include "io/benchmark_json.h"
#include "io/json_value.h"
#include "io/measurement_json.h"
#include "lmtune/io/run_file.h"

namespace lmtune {
namespace {

Json to_json(const HelloReport& report) { return {{"hello", to_json(report.device)}}; }
Json to_json(const BuiltReport& report) { return {{"built", report.cpu_ns}}; }
Json to_json(const StartedReport& report) { return {{"started", report.task}}; }
Json to_json(const EndedReport& report) {
  return {{"ended", report.task},
          {"id", report.measurement.benchmark_id},
          {"measurement", to_json(report.measurement)}};
}
Json to_json(const ReferenceReport& report) { return {{"reference", report.time_ns}}; }
Json to_json(const ReleasedReport& report) { return {{"released", report.finished}}; }
Json to_json(const UnusableReport& report) { return {{"unusable", report.reason}}; }

Role role_from_json(const JsonValue& value) {
  const auto role = parse_role(value.string());
  if (!role) value.fail(fmt::format("\"{}\" is no role", value.string()));
  return *role;
}

}  // namespace

std::string format_work_order(std::span<const Task> tasks) {
  Json work = Json::array();
  for (const Task& task : tasks) {
    Json item{{"role", to_string(task.role)}};
    put_benchmark(item, *task.benchmark);
    work.push_back(std::move(item));
  }
  return to_line(
      Json{{"source", to_json(*tasks.front().benchmark->spec.source)}, {"work", std::move(work)}});
}

std::string format_grant_order(const GrantOrder& grant) {
  return to_line(Json{{"grant", {{"idle_ns", grant.idle_ns}, {"reference", grant.reference}}}});
}

std::string format_worker_report(const WorkerReport& report) {
  return std::visit([](const auto& one) { return to_line(to_json(one)); }, report);
}

WorkerOrder parse_worker_order(std::string_view line) {
  const Json json = parse_json(line, "order");
  const JsonValue value(json, "order");
  if (value.has("grant")) {
    const JsonValue grant = value.at("grant");
    return GrantOrder{grant.at("idle_ns").integer(), grant.at("reference").boolean()};
  }
  const FileSource source = source_from_json(value.at("source"));
  const SourceTable sources{{source_hash(*source.source), source}};
  WorkOrder order;
  for (const JsonValue& task : value.at("work").elements()) {
    order.tasks.push_back({role_from_json(task.at("role")), take_benchmark(task, sources)});
  }
  return order;
}

WorkerReport parse_worker_report(std::string_view line) {
  const Json json = parse_json(line, "report");
  const JsonValue value(json, "report");
  if (value.has("hello")) return HelloReport{device_from_json(value.at("hello"))};
  if (value.has("built")) return BuiltReport{value.at("built").integer()};
  if (value.has("started")) return StartedReport{value.at("started").unsigned_integer()};
  if (value.has("reference")) return ReferenceReport{value.at("reference").integer()};
  if (value.has("released")) return ReleasedReport{value.at("released").boolean()};
  if (value.has("unusable")) return UnusableReport{value.at("unusable").string()};
  return EndedReport{value.at("ended").unsigned_integer(),
                     measurement_from_json(value.at("measurement"), value.at("id").string())};
}

}  // namespace lmtune
