#include <fmt/format.h>

#include "io/benchmark_json.h"
#include "lmtune/io/output_json.h"

namespace lmtune {
namespace {

std::string name_of(Feature feature) {
  return std::string(feature_schema()[static_cast<std::size_t>(feature)].name);
}

Json to_json(const Prediction& prediction) {
  Json contributions = Json::array();
  for (const Contribution& contribution : prediction.contributions) {
    contributions.push_back(Json{{"feature", name_of(contribution.feature)},
                                 {"value", contribution.value},
                                 {"log_odds", contribution.log_odds}});
  }
  const std::optional<double>& near = prediction.answer.density;
  return Json{{"benchmark_id", prediction.benchmark_id},
              {"benchmark_name", prediction.benchmark_name},
              {"target", prediction.target},
              {"verdict", to_string(prediction.answer.verdict)},
              {"probability", prediction.answer.probability},
              {"speedup", prediction.answer.speedup},
              {"speedup_range",
               Json::array({prediction.answer.speedup_low, prediction.answer.speedup_high})},
              {"vicinity_density", near ? Json(*near) : Json(nullptr)},
              {"staging", to_json(prediction.plan)},
              {"rejected_plans", prediction.rejected_plans},
              {"contributions", contributions}};
}

Json to_json(const Rejection& rejection) {
  return Json{{"benchmark_name", rejection.benchmark_name},
              {"target", rejection.target},
              {"reason", rejection.reason}};
}

Json to_json(const Exclusion& exclusion) {
  return Json{{"targets", {exclusion.first, exclusion.second}},
              {"local_bytes", exclusion.local_bytes}};
}

Json to_json(const ShapePrediction& shape) {
  Json json{{"local", shape.local}};
  if (!shape.verdict) {
    json["reason"] = shape.reason;
    return json;
  }
  json["verdict"] = to_string(*shape.verdict);
  json["probability"] = shape.probability;
  json["local_bytes"] = shape.local_bytes;
  json["resident_groups"] = shape.resident_groups;
  return json;
}

Json to_json(const ShapeSweep& sweep) {
  if (!sweep.refused.empty()) return Json{{"refused", sweep.refused}};
  Json shapes = Json::array();
  for (const ShapePrediction& shape : sweep.shapes) shapes.push_back(to_json(shape));
  return Json{{"shapes", shapes}};
}

/// Without the samples, which the run file has.
Json measured_json(const Measurement& measurement) {
  Json json{{"status", to_string(measurement.status)}};
  if (measurement.status == Status::kCorrect) {
    json["speedup"] = measurement.speedup;
    json["speedup_low"] = measurement.speedup_low;
    json["speedup_high"] = measurement.speedup_high;
  } else {
    json["reason"] = measurement.reason;
  }
  return json;
}

template <typename T>
Json array_of(const std::vector<T>& values) {
  Json array = Json::array();
  for (const T& value : values) array.push_back(to_json(value));
  return array;
}

}  // namespace

std::string format_predictions(const PredictionReport& report, const std::string& model_path,
                               const DeviceInfo& device) {
  Json file{{"format", "lmtune-prediction"},
            {"format_version", kPredictionFormatVersion},
            {"model", model_path},
            {"device", to_json(device)},
            {"predictions", Json::array()},
            {"rejected", array_of(report.rejected)},
            {"exclusions", array_of(report.exclusions)}};
  for (std::size_t i = 0; i < report.predictions.size(); ++i) {
    Json prediction = to_json(report.predictions[i]);
    if (!report.sweeps.empty()) prediction["work_groups"] = to_json(report.sweeps[i]);
    if (!report.measurements.empty())
      prediction["measured"] = measured_json(report.measurements[i]);
    file["predictions"].push_back(std::move(prediction));
  }
  return file.dump(2) + '\n';
}

}  // namespace lmtune
