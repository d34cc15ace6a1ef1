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
  return Json{{"benchmark_id", prediction.benchmark_id},
              {"benchmark_name", prediction.benchmark_name},
              {"target", prediction.target},
              {"verdict", to_string(prediction.verdict)},
              {"probability", prediction.probability},
              {"staging", to_json(prediction.plan)},
              {"contributions", contributions}};
}

}  // namespace

std::string format_predictions(std::span<const Prediction> predictions,
                               const std::string& model_path, const DeviceInfo& device) {
  Json file{{"format", "lmtune-prediction"},
            {"format_version", kPredictionFormatVersion},
            {"model", model_path},
            {"device", to_json(device)},
            {"predictions", Json::array()}};
  for (const Prediction& prediction : predictions) {
    file["predictions"].push_back(to_json(prediction));
  }
  return file.dump(2) + '\n';
}

}  // namespace lmtune
