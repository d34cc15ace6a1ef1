#include "lmtune/io/evaluation_file.h"

#include <initializer_list>
#include <string_view>

#include "io/benchmark_json.h"
#include "io/json_value.h"
#include "lmtune/base/file.h"
#include "lmtune/io/evaluation_json.h"

namespace lmtune {
namespace {

void check_numbers(const JsonValue& object, std::initializer_list<std::string_view> members) {
  for (const std::string_view member : members) object.at(member).number();
}

void check_range(const JsonValue& range) {
  const std::vector<JsonValue> ends = range.elements();
  if (ends.size() != 2) range.fail("must hold two numbers, the lowest and the highest");
  for (const JsonValue& end : ends) end.number();
}

void check_score(const JsonValue& score) {
  check_numbers(score, {"samples", "decisive", "accuracy", "balanced_accuracy", "decisive_accuracy",
                        "performance_captured"});
}

void check_family_scores(const JsonValue& scores) {
  scores.at("name").string();
  check_score(scores.at("overall"));
  check_range(scores.at("accuracy_range"));
  check_range(scores.at("decisive_accuracy_range"));
  const JsonValue families = scores.at("families");
  for (const std::string& family : families.keys()) check_score(families.at(family));
}

void check_training_set(const JsonValue& study) {
  study.at("samples").number();
  check_family_scores(study.at("leave_one_out"));
  for (const JsonValue& density : study.at("density").elements()) {
    check_numbers(density, {"radius", "correlation"});
    const JsonValue families = density.at("families");
    for (const std::string& family : families.keys()) families.at(family).number();
  }
}

void check_curve_point(const JsonValue& point) {
  point.at("training_set").string();
  check_numbers(point, {"draws", "accuracy", "decisive_accuracy"});
  check_range(point.at("accuracy_range"));
  check_range(point.at("decisive_accuracy_range"));
}

void check_learning_point(const JsonValue& point) {
  check_curve_point(point);
  point.at("samples").number();
}

void check_family_point(const JsonValue& point) {
  check_curve_point(point);
  point.at("families").number();
}

void check_cross_validation(const JsonValue& one) {
  one.at("training_set").string();
  check_score(one.at("score"));
}

void check_speedups(const JsonValue& speedups) {
  const std::size_t edges = speedups.at("edges").elements().size();
  for (const JsonValue& edge : speedups.at("edges").elements()) edge.number();
  for (const JsonValue& set : speedups.at("sets").elements()) {
    set.at("name").string();
    const std::vector<JsonValue> counts = set.at("counts").elements();
    if (counts.size() != edges + 1) {
      set.at("counts").fail("must hold one number more than there are edges");
    }
    for (const JsonValue& count : counts) count.number();
  }
}

void check_reliability(const JsonValue& one) {
  one.at("training_set").string();
  one.at("brier").number();
  for (const JsonValue& bin : one.at("bins").elements()) {
    check_numbers(bin, {"samples", "predicted", "observed"});
  }
}

void check_confusion(const JsonValue& one) {
  one.at("training_set").string();
  for (const JsonValue& size : one.at("sizes").elements()) {
    check_numbers(size,
                  {"low", "beneficial_cached", "beneficial_left", "other_cached", "other_left"});
    if (!size.at("high").raw().is_null()) size.at("high").number();
  }
}

void check_importance(const JsonValue& one) {
  one.at("feature").string();
  one.at("log_odds").number();
}

void check_answered(const JsonValue& one) {
  one.at("training_set").string();
  for (const JsonValue& point : one.at("points").elements()) {
    check_numbers(point, {"threshold", "answered", "accuracy", "decisive_accuracy"});
  }
}

using Check = void (*)(const JsonValue&);

void check_each(const JsonValue& file, std::string_view member, Check check) {
  for (const JsonValue& one : file.at(member).elements()) check(one);
}

void check_each_if_there(const JsonValue& file, std::string_view member, Check check) {
  if (file.has(member)) check_each(file, member, check);
}

}  // namespace

std::string read_evaluation_text(const std::filesystem::path& path) {
  const Json json = parse_json(read_file(path), path.string());
  const JsonValue value(json, path.string());
  check_format(value, "evaluation", kEvaluationFormatVersion);
  value.at("lmtune_version").string();
  device_from_json(value.at("device"));
  check_numbers(value, {"seed", "label_ceiling"});
  value.at("runs").strings();
  check_each(value, "baselines", check_family_scores);
  if (value.at("training_sets").elements().empty()) {
    value.at("training_sets").fail("holds no training set", "make the file with lmtune evaluate");
  }
  check_each(value, "training_sets", check_training_set);
  check_each(value, "learning_curve", check_learning_point);
  check_each(value, "cross_validation", check_cross_validation);
  check_each(value, "ablation", check_family_scores);
  if (value.has("speedups")) check_speedups(value.at("speedups"));
  check_each_if_there(value, "family_curve", check_family_point);
  check_each_if_there(value, "reliability", check_reliability);
  check_each_if_there(value, "confusion", check_confusion);
  check_each_if_there(value, "importance", check_importance);
  check_each_if_there(value, "answered", check_answered);
  return to_line(json);
}

}  // namespace lmtune
