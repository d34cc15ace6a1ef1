#include "lmtune/evaluate/score.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "lmtune/base/random.h"
#include "lmtune/core/measurement.h"
#include "lmtune/model/judge.h"

namespace lmtune {
namespace {

/// The mean over families, and what it would be for other draws of families.
ConfidenceRange range_over_families(const std::map<std::string, Score>& families,
                                    double Score::*member, std::uint64_t seed) {
  constexpr std::size_t kDraws = 2000;
  std::vector<double> values;
  for (const auto& [family, score] : families) values.push_back(score.*member);
  Random random(seed);
  std::vector<double> means;
  for (std::size_t draw = 0; draw < kDraws; ++draw) {
    double sum = 0.0;
    for (std::size_t i = 0; i < values.size(); ++i) {
      sum += random.choose(std::span<const double>(values));
    }
    means.push_back(sum / static_cast<double>(values.size()));
  }
  std::sort(means.begin(), means.end());
  return {means[kDraws / 40], means[kDraws - 1 - kDraws / 40]};
}

double share(std::uint64_t part, std::uint64_t whole) {
  return whole == 0 ? 0.0 : static_cast<double>(part) / static_cast<double>(whole);
}

}  // namespace

Score score_of(std::span<const Sample* const> samples, std::span<const Verdict> verdicts) {
  Score score;
  std::array<std::uint64_t, 2> of_class{}, right_of_class{};
  std::uint64_t right_decisive = 0;
  double captured = 0.0;
  for (std::size_t i = 0; i < samples.size(); ++i) {
    const bool beneficial = is_beneficial(*samples[i]);
    const bool right = (verdicts[i] == Verdict::kCache) == beneficial;
    ++of_class[beneficial];
    right_of_class[beneficial] += right;
    if (is_decisive(samples[i]->speedup)) {
      ++score.decisive;
      right_decisive += right;
    }
    captured += performance_captured(verdicts[i], samples[i]->speedup);
  }
  score.samples = samples.size();
  if (score.samples == 0) return score;
  score.accuracy = share(right_of_class[0] + right_of_class[1], score.samples);
  score.balanced_accuracy =
      of_class[0] == 0 || of_class[1] == 0
          ? score.accuracy
          : (share(right_of_class[0], of_class[0]) + share(right_of_class[1], of_class[1])) / 2.0;
  score.decisive_accuracy = share(right_decisive, score.decisive);
  score.performance_captured = captured / static_cast<double>(score.samples);
  return score;
}

FamilyScores family_scores(const std::string& name, std::span<const Sample> real,
                           std::span<const Verdict> verdicts, std::uint64_t seed) {
  std::map<std::string, std::pair<std::vector<const Sample*>, std::vector<Verdict>>> by_family;
  std::vector<const Sample*> all;
  for (std::size_t i = 0; i < real.size(); ++i) {
    auto& [samples, own] = by_family[real[i].family];
    samples.push_back(&real[i]);
    own.push_back(verdicts[i]);
    all.push_back(&real[i]);
  }
  FamilyScores scores;
  scores.name = name;
  for (const auto& [family, part] : by_family) {
    scores.families[family] = score_of(part.first, part.second);
  }
  scores.overall = score_of(all, verdicts);
  scores.accuracy = range_over_families(scores.families, &Score::accuracy, seed);
  scores.decisive_accuracy = range_over_families(scores.families, &Score::decisive_accuracy, seed);
  return scores;
}

Verdict rule_of_thumb(const FeatureVector& features) {
  return features[Feature::kLoadsPerStagedElement] >= 2.0 &&
                 features[Feature::kResidencyKept] >= 0.5
             ? Verdict::kCache
             : Verdict::kLeave;
}

}  // namespace lmtune
