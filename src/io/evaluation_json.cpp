#include "lmtune/io/evaluation_json.h"

#include "io/benchmark_json.h"
#include "io/json_value.h"

namespace lmtune {
namespace {

Json to_json(const Score& score) {
  return {{"samples", score.samples},
          {"decisive", score.decisive},
          {"accuracy", score.accuracy},
          {"balanced_accuracy", score.balanced_accuracy},
          {"decisive_accuracy", score.decisive_accuracy},
          {"performance_captured", score.performance_captured}};
}

Json to_json(const ConfidenceRange& range) { return Json::array({range.low, range.high}); }

Json to_json(const FamilyScores& scores) {
  Json families = Json::object();
  for (const auto& [family, score] : scores.families) families[family] = to_json(score);
  return {{"name", scores.name},
          {"overall", to_json(scores.overall)},
          {"accuracy_range", to_json(scores.accuracy)},
          {"decisive_accuracy_range", to_json(scores.decisive_accuracy)},
          {"families", std::move(families)}};
}

Json to_json(const TrainingSetStudy& study) {
  Json density = Json::array();
  for (const DensityAtRadius& one : study.density) {
    density.push_back(
        {{"radius", one.radius}, {"correlation", one.correlation}, {"families", one.families}});
  }
  return {{"samples", study.samples},
          {"leave_one_out", to_json(study.leave_one_out)},
          {"density", std::move(density)}};
}

Json to_json(const LearningPoint& point) {
  return {{"training_set", point.training_set},
          {"samples", point.samples},
          {"draws", point.draws},
          {"accuracy", point.accuracy},
          {"accuracy_range", Json::array({point.accuracy_low, point.accuracy_high})},
          {"decisive_accuracy", point.decisive_accuracy},
          {"decisive_accuracy_range", Json::array({point.decisive_low, point.decisive_high})}};
}

Json to_json(const CrossValidation& one) {
  return {{"training_set", one.training_set}, {"score", to_json(one.score)}};
}

template <typename T>
Json to_json(const std::vector<T>& all) {
  Json array = Json::array();
  for (const T& one : all) array.push_back(to_json(one));
  return array;
}

}  // namespace

std::string format_evaluation(const Evaluation& evaluation) {
  return Json{{"format", "lmtune-evaluation"},
              {"format_version", kEvaluationFormatVersion},
              {"lmtune_version", evaluation.lmtune_version},
              {"device", to_json(evaluation.device)},
              {"runs", evaluation.runs},
              {"seed", evaluation.seed},
              {"label_ceiling", evaluation.label_ceiling},
              {"baselines", to_json(evaluation.baselines)},
              {"training_sets", to_json(evaluation.training_sets)},
              {"learning_curve", to_json(evaluation.learning_curve)},
              {"cross_validation", to_json(evaluation.cross_validation)},
              {"ablation", to_json(evaluation.ablation)}}
             .dump(1) +
         '\n';
}

}  // namespace lmtune
