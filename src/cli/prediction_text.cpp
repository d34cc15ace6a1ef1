#include "cli/prediction_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "lmtune/core/feature_vector.h"

namespace lmtune {
namespace {

std::string in_words(const Answer& answer, const std::string& target) {
  const int pays = percent(answer.probability), not_pays = percent(1.0 - answer.probability);
  switch (answer.verdict) {
    case Verdict::kCache:
      return fmt::format("cache '{}': {} % sure that staging it in local memory pays", target,
                         pays);
    case Verdict::kLeave:
      return fmt::format("leave '{}' in global memory: {} % sure that staging it does not pay",
                         target, not_pays);
    case Verdict::kNoClearDifference:
      return fmt::format("no clear difference for '{}': staging pays with {} % probability", target,
                         pays);
    case Verdict::kDontKnow:
      break;
  }
  return fmt::format("don't know about '{}': {}staging pays with {} % probability", target,
                     answer.density == 0.0
                         ? "it is far from all that the model has learnt from; at a guess, "
                         : "",
                     pays);
}

std::string in_words(const Contribution& contribution, const std::string& target) {
  const FeatureInfo& info = feature_schema()[static_cast<std::size_t>(contribution.feature)];
  std::string sentence(info.sentence);
  const std::string generic = "the target";
  const std::string name = fmt::format("'{}'", target);
  for (std::size_t at = 0; (at = sentence.find(generic, at)) != std::string::npos;) {
    sentence.replace(at, generic.size(), name);
    at += name.size();
  }
  std::string value = fmt::format("{:.4g}", contribution.value);
  if (info.unit == "0 or 1") {
    value = contribution.value > 0.0 ? "yes" : "no";
  } else if (!info.unit.empty()) {
    value += fmt::format(" {}", info.unit);
  }
  return fmt::format("{}: {}: speaks {} caching", sentence, value,
                     contribution.log_odds > 0.0 ? "for" : "against");
}

std::string in_words(const StagingPlan& plan, const DeviceInfo& device) {
  std::string regions;
  for (const StagedRegion& region : plan.regions) {
    if (!regions.empty()) regions += " and ";
    regions += region.runs == 1
                   ? fmt::format("{} contiguous elements", region.run_elements)
                   : fmt::format("{} runs of {} elements", region.runs, region.run_elements);
  }
  return fmt::format(
      "staging: {}, {} a work-group, in {} of the {} bytes of local memory that a group may have",
      regions, plan.episodes == 1 ? "once" : fmt::format("{} times", plan.episodes),
      plan.local_bytes, device.local_bytes);
}

}  // namespace

int percent(double probability) {
  return std::min(static_cast<int>(std::lround(100.0 * probability)), 99);
}

std::string in_words(const Prediction& prediction, const DeviceInfo& device) {
  constexpr std::size_t kReasons = 4;
  constexpr double kWorthSaying = 0.05;  // log-odds: about one percent point
  const std::string& target = prediction.target;
  std::string text = fmt::format("{}\n", prediction.benchmark_name);
  text += fmt::format("  {}\n", in_words(prediction.answer, target));
  text += fmt::format("  expected speedup {:.2f} (8 of 10 like it: {:.2f} to {:.2f})\n",
                      prediction.answer.speedup, prediction.answer.speedup_low,
                      prediction.answer.speedup_high);
  text += fmt::format("  {}\n", in_words(prediction.plan, device));
  for (const std::string& rejected : prediction.rejected_plans) {
    text += fmt::format("  not staged {}\n", rejected);
  }
  for (std::size_t i = 0; i < kReasons && i < prediction.contributions.size(); ++i) {
    const Contribution& contribution = prediction.contributions[i];
    if (std::abs(contribution.log_odds) < kWorthSaying) break;
    text += fmt::format("  - {}\n", in_words(contribution, target));
  }
  return text;
}

}  // namespace lmtune
