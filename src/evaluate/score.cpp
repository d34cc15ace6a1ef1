#include "lmtune/evaluate/score.h"

#include <algorithm>

#include "lmtune/base/random.h"
#include "lmtune/model/judge.h"

namespace lmtune {
namespace {

/// Of the mean over families.
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

}  // namespace

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
