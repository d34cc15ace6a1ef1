#include "lmtune/io/model_json.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "io/benchmark_json.h"
#include "io/json_value.h"
#include "io/model_checksum.h"
#include "io/reliability_json.h"
#include "lmtune/base/base64.h"
#include "lmtune/base/error.h"
#include "lmtune/base/file.h"
#include "lmtune/core/feature_vector.h"

namespace lmtune {
namespace {

Json to_json(const TrainingSummary& training) {
  return Json{{"samples", training.samples},     {"kernel_specs", training.kernel_specs},
              {"synthetic", training.synthetic}, {"beneficial", training.beneficial},
              {"decisive", training.decisive},   {"runs", training.runs}};
}

TrainingSummary training_from_json(const JsonValue& value) {
  value.only_keys({"samples", "kernel_specs", "synthetic", "beneficial", "decisive", "runs"});
  TrainingSummary training;
  training.samples = value.at("samples").unsigned_integer();
  training.kernel_specs = value.at("kernel_specs").unsigned_integer();
  training.synthetic = value.at("synthetic").unsigned_integer();
  training.beneficial = value.at("beneficial").unsigned_integer();
  training.decisive = value.at("decisive").unsigned_integer();
  training.runs = value.at("runs").strings();
  return training;
}

std::string_view to_string(HeldOut held_out) {
  return held_out == HeldOut::kFamily ? "family" : "kernel-spec";
}

HeldOut held_out_from_json(const JsonValue& value) {
  const std::string text = value.string();
  for (const HeldOut one : {HeldOut::kKernelSpec, HeldOut::kFamily}) {
    if (text == to_string(one)) return one;
  }
  value.fail(fmt::format("is '{}'", text), "write kernel-spec or family");
}

/// Those members of an evaluation that are plain numbers.
constexpr std::pair<const char*, double ModelEvaluation::*> kScores[] = {
    {"accuracy", &ModelEvaluation::accuracy},
    {"decisive_accuracy", &ModelEvaluation::decisive_accuracy},
    {"always_accuracy", &ModelEvaluation::always_accuracy},
    {"never_accuracy", &ModelEvaluation::never_accuracy},
    {"performance_captured", &ModelEvaluation::performance_captured},
    {"always_performance", &ModelEvaluation::always_performance},
    {"never_performance", &ModelEvaluation::never_performance},
    {"brier", &ModelEvaluation::brier},
    {"speedup_error", &ModelEvaluation::speedup_error},
    {"answered", &ModelEvaluation::answered},
    {"answered_decisive_accuracy", &ModelEvaluation::answered_decisive_accuracy},
};

Json to_json(const ModelEvaluation& evaluation) {
  Json scores = Json::object();
  for (const auto& [name, member] : kScores) scores[name] = evaluation.*member;
  return {{"held_out", to_string(evaluation.held_out)},
          {"folds", evaluation.folds},
          {"samples", evaluation.samples},
          {"scores", std::move(scores)},
          {"reliability", to_json(evaluation.reliability)}};
}

ModelEvaluation evaluation_from_json(const JsonValue& value) {
  value.only_keys({"held_out", "folds", "samples", "reliability", "scores"});
  ModelEvaluation evaluation;
  evaluation.held_out = held_out_from_json(value.at("held_out"));
  evaluation.folds = static_cast<std::uint32_t>(value.at("folds").unsigned_integer());
  evaluation.samples = value.at("samples").unsigned_integer();
  for (const auto& [name, member] : kScores) {
    evaluation.*member = value.at("scores").at(name).number();
  }
  evaluation.reliability = reliability_from_json(value.at("reliability"));
  return evaluation;
}

Json to_json(const TrainingChoices& choices) {
  return {{"rounds", choices.rounds},
          {"correction_rounds", choices.correction_rounds},
          {"correction_depth", choices.correction_depth}};
}

TrainingChoices choices_from_json(const JsonValue& value) {
  value.only_keys({"rounds", "correction_rounds", "correction_depth"});
  return {static_cast<int>(value.at("rounds").integer()),
          static_cast<int>(value.at("correction_rounds").integer()),
          static_cast<int>(value.at("correction_depth").integer())};
}

Json to_json(const ForestFile& forest) {
  Json json{{"first", to_base64(forest.first)}};
  if (!forest.correction.empty()) json["correction"] = to_base64(forest.correction);
  return json;
}

std::string bytes_from_json(const JsonValue& value) {
  std::optional<std::string> bytes = from_base64(value.string());
  if (!bytes) value.fail("is no base64", "take an unchanged copy of the file");
  return *std::move(bytes);
}

ForestFile forest_from_json(const JsonValue& value) {
  value.only_keys({"first", "correction"});
  ForestFile forest{bytes_from_json(value.at("first")), {}};
  if (value.has("correction")) forest.correction = bytes_from_json(value.at("correction"));
  return forest;
}

Json to_json(const TrainingVicinity& vicinity) {
  Json points = Json::array();
  for (const StoredPoint& point : vicinity.points) points.push_back(point);
  return {{"means", vicinity.space.means()},
          {"scales", vicinity.space.scales()},
          {"radius", vicinity.radius},
          {"samples_per_point", vicinity.samples_per_point},
          {"points", std::move(points)}};
}

/// Exactly one number a feature.
std::array<double, kFeatureCount> per_feature(const JsonValue& value) {
  const std::vector<double> all = value.numbers();
  if (all.size() != kFeatureCount) {
    value.fail(
        fmt::format("has {} numbers, not one for each of {} features", all.size(), kFeatureCount),
        "train the model again with this version of lmtune");
  }
  std::array<double, kFeatureCount> numbers{};
  std::copy(all.begin(), all.end(), numbers.begin());
  return numbers;
}

constexpr double kFarthestHundredths = 100.0 * FeatureSpace::kFarthest;

TrainingVicinity vicinity_from_json(const JsonValue& value) {
  value.only_keys({"means", "scales", "radius", "samples_per_point", "points"});
  TrainingVicinity vicinity;
  vicinity.space = FeatureSpace(per_feature(value.at("means")), per_feature(value.at("scales")));
  vicinity.radius = value.at("radius").number();
  vicinity.samples_per_point = value.at("samples_per_point").number();
  for (const JsonValue& element : value.at("points").elements()) {
    StoredPoint& point = vicinity.points.emplace_back();
    const std::array<double, kFeatureCount> hundredths = per_feature(element);
    for (std::size_t i = 0; i < kFeatureCount; ++i) {
      if (!(std::abs(hundredths[i]) <= kFarthestHundredths)) {
        element.fail(fmt::format("has {}, which is beyond all coordinates", hundredths[i]));
      }
      point[i] = static_cast<std::int16_t>(hundredths[i]);
    }
  }
  return vicinity;
}

Json to_json(const std::vector<SpeedupRange>& ranges) {
  Json json = Json::array();
  for (const SpeedupRange& range : ranges) {
    json.push_back({{"up_to", range.up_to}, {"low", range.low}, {"high", range.high}});
  }
  return json;
}

std::vector<SpeedupRange> ranges_from_json(const JsonValue& value) {
  std::vector<SpeedupRange> ranges;
  for (const JsonValue& range : value.elements()) {
    range.only_keys({"up_to", "low", "high"});
    ranges.push_back(
        {range.at("up_to").number(), range.at("low").number(), range.at("high").number()});
  }
  return ranges;
}

void check_schema(const JsonValue& value) {
  const JsonValue version = value.at("feature_schema_version");
  if (version.integer() != kFeatureSchemaVersion) {
    version.fail(fmt::format("is of feature schema {}; this lmtune has {}", version.integer(),
                             kFeatureSchemaVersion),
                 "train the model again with this version of lmtune");
  }
  const JsonValue names = value.at("feature_names");
  std::vector<std::string> expected;
  for (const FeatureInfo& info : feature_schema()) expected.emplace_back(info.name);
  if (names.strings() != expected) {
    names.fail(fmt::format("are not the features of schema {}", kFeatureSchemaVersion),
               "train the model again with this version of lmtune");
  }
}

}  // namespace

std::string format_model(const ModelFile& model) {
  Json file{{"format", "lmtune-model"},
            {"format_version", kModelFormatVersion},
            {"lmtune_version", model.lmtune_version},
            {"feature_schema_version", model.feature_schema_version},
            {"feature_names", model.feature_names},
            {"device", to_json(model.device)},
            {"training", to_json(model.training)},
            {"choices", to_json(model.choices)},
            {"evaluation", to_json(model.evaluation)},
            {"temperature", model.temperature},
            {"answer_from", model.answer_from},
            {"speedup_ranges", to_json(model.speedup_ranges)},
            {"vicinity", to_json(model.vicinity)},
            {"beneficial", to_json(model.beneficial)},
            {"speedup", to_json(model.speedup)}};
  file["checksum"] = model_checksum(file);

  // A member a line: people read the others, and forests are far too long to be spread out.
  std::string text = "{\n";
  for (const auto& [key, value] : file.items()) {
    text += fmt::format("  \"{}\": {},\n", key, value.dump());
  }
  text.resize(text.size() - 2);
  return text + "\n}\n";
}

std::string format_training(const ModelFile& model, const std::string& model_path,
                            const std::map<std::string, std::uint64_t>& left_out) {
  return Json{{"format", "lmtune-training"},
              {"format_version", kTrainingFormatVersion},
              {"model", model_path},
              {"device", to_json(model.device)},
              {"training", to_json(model.training)},
              {"left_out", left_out},
              {"choices", to_json(model.choices)},
              {"evaluation", to_json(model.evaluation)},
              {"temperature", model.temperature},
              {"answer_from", model.answer_from}}
             .dump(2) +
         '\n';
}

ModelFile read_model(const std::filesystem::path& path) {
  const Json json = parse_json(read_file(path), path.string());
  const JsonValue value(json, path.string());
  check_format(value, "model", kModelFormatVersion);
  value.only_keys({"format", "format_version", "lmtune_version", "feature_schema_version",
                   "feature_names", "device", "training", "choices", "evaluation", "temperature",
                   "answer_from", "speedup_ranges", "vicinity", "beneficial", "speedup",
                   "checksum"});
  check_schema(value);
  if (value.at("checksum").string() != model_checksum(json)) {
    value.at("checksum")
        .fail("does not fit the file: it was edited or damaged",
              "train the model again, or take an unchanged copy");
  }
  ModelFile model;
  model.lmtune_version = value.at("lmtune_version").string();
  model.feature_schema_version = kFeatureSchemaVersion;
  model.feature_names = value.at("feature_names").strings();
  model.device = device_from_json(value.at("device"));
  model.training = training_from_json(value.at("training"));
  model.choices = choices_from_json(value.at("choices"));
  model.evaluation = evaluation_from_json(value.at("evaluation"));
  model.temperature = value.at("temperature").number();
  model.answer_from = value.at("answer_from").number();
  model.speedup_ranges = ranges_from_json(value.at("speedup_ranges"));
  model.vicinity = vicinity_from_json(value.at("vicinity"));
  model.beneficial = forest_from_json(value.at("beneficial"));
  model.speedup = forest_from_json(value.at("speedup"));
  return model;
}

}  // namespace lmtune
