#include "lmtune/io/model_json.h"

#include <fmt/format.h>

#include "io/benchmark_json.h"
#include "io/json_value.h"
#include "lmtune/base/error.h"
#include "lmtune/base/file.h"
#include "lmtune/base/hash.h"
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

Json to_json(const ModelEvaluation& evaluation) {
  return Json{{"folds", evaluation.folds},
              {"accuracy", evaluation.accuracy},
              {"decisive_accuracy", evaluation.decisive_accuracy},
              {"always_accuracy", evaluation.always_accuracy},
              {"never_accuracy", evaluation.never_accuracy},
              {"performance_captured", evaluation.performance_captured},
              {"always_performance", evaluation.always_performance},
              {"never_performance", evaluation.never_performance}};
}

ModelEvaluation evaluation_from_json(const JsonValue& value) {
  value.only_keys({"folds", "accuracy", "decisive_accuracy", "always_accuracy", "never_accuracy",
                   "performance_captured", "always_performance", "never_performance"});
  ModelEvaluation evaluation;
  evaluation.folds = static_cast<std::uint32_t>(value.at("folds").unsigned_integer());
  evaluation.accuracy = value.at("accuracy").number();
  evaluation.decisive_accuracy = value.at("decisive_accuracy").number();
  evaluation.always_accuracy = value.at("always_accuracy").number();
  evaluation.never_accuracy = value.at("never_accuracy").number();
  evaluation.performance_captured = value.at("performance_captured").number();
  evaluation.always_performance = value.at("always_performance").number();
  evaluation.never_performance = value.at("never_performance").number();
  return evaluation;
}

/// Over everything that the file holds but the checksum itself; independent of white space.
std::string checksum_of(const Json& file) {
  Json rest = file;
  rest.erase("checksum");
  return content_hash(rest.dump());
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
            {"evaluation", to_json(model.evaluation)},
            {"booster", parse_json(model.booster_json, "XGBoost's model")}};
  file["checksum"] = checksum_of(file);

  // A member a line: people read the others, and the booster is far too long to be spread out.
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
              {"evaluation", to_json(model.evaluation)}}
             .dump(2) +
         '\n';
}

ModelFile read_model(const std::filesystem::path& path) {
  const Json json = parse_json(read_file(path), path.string());
  const JsonValue value(json, path.string());
  check_format(value, "model", kModelFormatVersion);
  value.only_keys({"format", "format_version", "lmtune_version", "feature_schema_version",
                   "feature_names", "device", "training", "evaluation", "booster", "checksum"});
  check_schema(value);
  if (value.at("checksum").string() != checksum_of(json)) {
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
  model.evaluation = evaluation_from_json(value.at("evaluation"));
  model.booster_json = value.at("booster").raw().dump();
  return model;
}

}  // namespace lmtune
