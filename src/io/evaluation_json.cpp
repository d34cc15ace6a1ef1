#include "lmtune/io/evaluation_json.h"

#include "io/benchmark_json.h"
#include "io/json_value.h"
#include "io/reliability_json.h"

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

/// `size` is what the point's size counts.
Json to_json(const LearningPoint& point, const char* size) {
  return {{"training_set", point.training_set},
          {size, point.size},
          {"draws", point.draws},
          {"accuracy", point.accuracy},
          {"accuracy_range", Json::array({point.accuracy_low, point.accuracy_high})},
          {"decisive_accuracy", point.decisive_accuracy},
          {"decisive_accuracy_range", Json::array({point.decisive_low, point.decisive_high})}};
}

Json to_json(const std::vector<LearningPoint>& curve, const char* size) {
  Json array = Json::array();
  for (const LearningPoint& point : curve) array.push_back(to_json(point, size));
  return array;
}

Json to_json(const CrossValidation& one) {
  return {{"training_set", one.training_set}, {"score", to_json(one.score)}};
}

Json to_json(const SpeedupHistogram& one) { return {{"name", one.name}, {"counts", one.counts}}; }

Json reliability_to_json(const ProbabilityStudy& one) {
  return {
      {"training_set", one.training_set}, {"brier", one.brier}, {"bins", to_json(one.reliability)}};
}

Json to_json(const EffectConfusion& one) {
  return {{"low", one.low},
          {"high", one.high > 0.0 ? Json(one.high) : Json(nullptr)},
          {"beneficial_cached", one.beneficial_cached},
          {"beneficial_left", one.beneficial_left},
          {"other_cached", one.other_cached},
          {"other_left", one.other_left}};
}

Json to_json(const AnsweredPoint& one) {
  return {{"threshold", one.threshold},
          {"answered", one.answered},
          {"accuracy", one.accuracy},
          {"decisive_accuracy", one.decisive_accuracy}};
}

Json to_json(const FeatureImportance& one) {
  return {{"feature", one.feature}, {"log_odds", one.log_odds}};
}

template <typename T>
Json to_json(const std::vector<T>& all) {
  Json array = Json::array();
  for (const T& one : all) array.push_back(to_json(one));
  return array;
}

}  // namespace

std::string format_evaluation(const Evaluation& evaluation) {
  Json reliability = Json::array(), confusion = Json::array(), answered = Json::array();
  for (const ProbabilityStudy& one : evaluation.probabilities) {
    reliability.push_back(reliability_to_json(one));
    confusion.push_back({{"training_set", one.training_set}, {"sizes", to_json(one.confusion)}});
    answered.push_back({{"training_set", one.training_set}, {"points", to_json(one.answered)}});
  }
  return Json{{"format", "lmtune-evaluation"},
              {"format_version", kEvaluationFormatVersion},
              {"lmtune_version", evaluation.lmtune_version},
              {"device", to_json(evaluation.device)},
              {"runs", evaluation.runs},
              {"seed", evaluation.seed},
              {"label_ceiling", evaluation.label_ceiling},
              {"baselines", to_json(evaluation.baselines)},
              {"training_sets", to_json(evaluation.training_sets)},
              {"learning_curve", to_json(evaluation.learning_curve, "samples")},
              {"family_curve", to_json(evaluation.family_curve, "families")},
              {"cross_validation", to_json(evaluation.cross_validation)},
              {"ablation", to_json(evaluation.ablation)},
              {"speedups",
               {{"edges", evaluation.speedup_edges}, {"sets", to_json(evaluation.speedups)}}},
              {"reliability", std::move(reliability)},
              {"confusion", std::move(confusion)},
              {"answered", std::move(answered)},
              {"importance", to_json(evaluation.importance)}}
             .dump(1) +
         '\n';
}

}  // namespace lmtune
