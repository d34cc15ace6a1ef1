#include "lmtune/io/features_output.h"

#include <fmt/format.h>

#include "io/benchmark_json.h"
#include "io/csv.h"

namespace lmtune {

std::string format_features_json(std::span<const FeatureRow> rows, const DeviceInfo& device) {
  Json file{{"format", "lmtune-features"},
            {"format_version", kFeaturesFormatVersion},
            {"feature_schema_version", kFeatureSchemaVersion},
            {"device", to_json(device)},
            {"rows", Json::array()}};
  for (const FeatureRow& row : rows) {
    Json features = Json::object();
    for (std::size_t i = 0; i < kFeatureCount; ++i) {
      features[std::string(feature_schema()[i].name)] = row.features.values[i];
    }
    file["rows"].push_back(Json{{"benchmark_id", row.benchmark_id},
                                {"benchmark_name", row.benchmark_name},
                                {"target", row.target},
                                {"staging", to_json(row.plan)},
                                {"features", std::move(features)}});
  }
  return file.dump(2) + '\n';
}

std::string format_features_csv(std::span<const FeatureRow> rows) {
  std::string text = "benchmark_id,benchmark_name,target";
  for (const FeatureInfo& info : feature_schema()) text += fmt::format(",{}", info.name);
  text += '\n';
  for (const FeatureRow& row : rows) {
    text += fmt::format("{},{},{}", row.benchmark_id, csv_cell(row.benchmark_name),
                        csv_cell(row.target));
    for (const double value : row.features.values) text += fmt::format(",{}", value);
    text += '\n';
  }
  return text;
}

}  // namespace lmtune
