#include "io/measurement_json.h"

#include <fmt/format.h>

#include <limits>
#include <string>

namespace lmtune {
namespace {

std::vector<std::int64_t> integers(const JsonValue& value) {
  std::vector<std::int64_t> all;
  for (const JsonValue& element : value.elements()) all.push_back(element.integer());
  return all;
}

/// As many digits as mean something: they follow from the samples.
double rounded(double speedup) { return std::stod(fmt::format("{:.6g}", speedup)); }

/// Files of older versions lack some times.
std::int64_t optional_ns(const JsonValue& value, const char* name) {
  return value.has(name) ? value.at(name).integer() : 0;
}

}  // namespace

Json to_json(const Measurement& measurement) {
  Json json{{"status", to_string(measurement.status)}};
  if (!measurement.reason.empty()) json["reason"] = measurement.reason;
  json["build_ns"] = measurement.build_ns;
  json["prepare_ns"] = measurement.prepare_ns;
  json["validate_ns"] = measurement.validate_ns;
  json["timing_ns"] = measurement.timing_ns;
  json["kernel_ns"] = measurement.kernel_ns;
  if (measurement.status == Status::kCorrect || measurement.status == Status::kCorrectness) {
    // JSON has no infinity; null says "not comparable", as where a result was never written.
    json["max_difference"] = measurement.max_difference;
  }
  if (measurement.status == Status::kCorrect) {
    json["launches_per_sample"] = measurement.launches_per_sample;
    json["baseline_ns"] = measurement.baseline_ns;
    json["cached_ns"] = measurement.cached_ns;
    json["speedup"] = rounded(measurement.speedup);
    json["speedup_low"] = rounded(measurement.speedup_low);
    json["speedup_high"] = rounded(measurement.speedup_high);
  }
  return json;
}

Measurement measurement_from_json(const JsonValue& value, const std::string& benchmark_id) {
  value.only_keys({"status", "reason", "build_ns", "prepare_ns", "validate_ns", "timing_ns",
                   "kernel_ns", "max_difference", "launches_per_sample", "baseline_ns", "cached_ns",
                   "speedup", "speedup_low", "speedup_high"});
  Measurement measurement;
  measurement.benchmark_id = benchmark_id;
  const auto status = parse_status(value.at("status").string());
  if (!status) {
    value.at("status").fail(fmt::format("\"{}\" is no status", value.at("status").string()));
  }
  measurement.status = *status;
  if (value.has("reason")) measurement.reason = value.at("reason").string();
  measurement.build_ns = value.at("build_ns").integer();
  measurement.prepare_ns = optional_ns(value, "prepare_ns");
  measurement.validate_ns = optional_ns(value, "validate_ns");
  measurement.timing_ns = optional_ns(value, "timing_ns");
  measurement.kernel_ns = optional_ns(value, "kernel_ns");
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

}  // namespace lmtune
