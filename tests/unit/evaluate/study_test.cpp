#include "lmtune/evaluate/study.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "lmtune/base/error.h"
#include "lmtune/model/judge.h"
#include "unit/model/samples.h"

namespace lmtune {
namespace {

/// Samples whose answer is known, as real ones of three families or as synthetic ones.
std::vector<Sample> samples(std::size_t count, std::uint64_t seed, Origin origin) {
  constexpr const char* kFamilies[] = {"a", "b", "c"};
  std::vector<Sample> all = testing::known_samples(count, seed);
  for (std::size_t i = 0; i < all.size(); ++i) {
    all[i].origin = origin;
    all[i].family.clear();
    if (origin == Origin::kReal) all[i].family.assign(kFamilies[i / 4 % 3]);
  }
  return all;
}

StudyOptions quick_options() {
  StudyOptions options;
  options.rounds = 20;
  options.sizes = {50, 100'000};
  options.draws = 2;
  options.ablation_samples = 300;
  return options;
}

Evaluation study(const std::vector<Sample>& real,
                 const std::map<std::string, std::vector<Sample>>& synthetic,
                 const StudyOptions& options = quick_options()) {
  return run_study(real, synthetic, options, [](std::string_view, double) {});
}

const FamilyScores& named(const std::vector<FamilyScores>& all, const std::string& name) {
  return *std::find_if(all.begin(), all.end(), [&](const auto& one) { return one.name == name; });
}

const TrainingSetStudy& named(const Evaluation& evaluation, const std::string& name) {
  return *std::find_if(evaluation.training_sets.begin(), evaluation.training_sets.end(),
                       [&](const auto& one) { return one.leave_one_out.name == name; });
}

TEST(ScoreOf, CountsWhatItSays) {
  std::vector<Sample> some(4);
  some[0].speedup = 2.0;   // decisive, right
  some[1].speedup = 0.5;   // decisive, wrong
  some[2].speedup = 1.01;  // wrong
  some[3].speedup = 0.99;  // right
  const std::vector<const Sample*> all{&some[0], &some[1], &some[2], &some[3]};
  const std::vector<Verdict> verdicts{Verdict::kCache, Verdict::kCache, Verdict::kLeave,
                                      Verdict::kLeave};
  const Score score = score_of(all, verdicts);
  EXPECT_EQ(score.samples, 4u);
  EXPECT_EQ(score.decisive, 2u);
  EXPECT_DOUBLE_EQ(score.accuracy, 0.5);
  EXPECT_DOUBLE_EQ(score.balanced_accuracy, 0.5);
  EXPECT_DOUBLE_EQ(score.decisive_accuracy, 0.5);
  EXPECT_DOUBLE_EQ(score.performance_captured, (1.0 + 0.5 + 1.0 / 1.01 + 1.0) / 4.0);
  EXPECT_EQ(score_of({}, {}), Score{});
}

TEST(Study, SyntheticSamplesTeachWhatRealOnesShow) {
  const Evaluation evaluation =
      study(samples(120, 1, Origin::kReal), {{"range", samples(600, 2, Origin::kSynthetic)}});
  EXPECT_GT(named(evaluation, "range").leave_one_out.overall.accuracy, 0.85);
  EXPECT_LT(named(evaluation.baselines, "always cache").overall.accuracy, 0.7);
  EXPECT_EQ(evaluation.training_sets.size(), 3u);  // real, range, both
  ASSERT_EQ(evaluation.cross_validation.size(), 1u);
  EXPECT_GT(evaluation.cross_validation[0].score.accuracy, 0.85);
  ASSERT_EQ(evaluation.learning_curve.size(), 4u);  // 50 and all, without and with the real ones
  EXPECT_EQ(evaluation.learning_curve[3].training_set, "range + real");
  EXPECT_EQ(evaluation.learning_curve[1].size, 600u);
  EXPECT_LE(evaluation.learning_curve[0].accuracy_low, evaluation.learning_curve[0].accuracy_high);
  ASSERT_EQ(evaluation.probabilities.size(), 3u);
  EXPECT_EQ(evaluation.probabilities[1].training_set, "range");
  EXPECT_LT(evaluation.probabilities[1].brier, 0.15);
  std::uint64_t decided = 0;
  for (const EffectConfusion& one : evaluation.probabilities[1].confusion) {
    decided += one.beneficial_cached + one.beneficial_left + one.other_cached + one.other_left;
  }
  EXPECT_EQ(decided, 120u);
  EXPECT_DOUBLE_EQ(evaluation.probabilities[1].answered.front().answered, 1.0);
  EXPECT_LT(evaluation.probabilities[1].answered.back().answered, 1.0);
  ASSERT_EQ(evaluation.speedups.size(), 2u);  // real, range
  std::uint64_t counted = 0;
  for (const std::uint64_t count : evaluation.speedups[1].counts) counted += count;
  EXPECT_EQ(counted, 600u);
  ASSERT_EQ(evaluation.importance.size(), kFeatureCount);
  EXPECT_EQ(evaluation.importance.front().feature, "target_reuse");
  // What the answer depends on is missed most.
  EXPECT_LT(named(evaluation.ablation, "without accesses of the target").overall.accuracy,
            named(evaluation.ablation, "without parallelism").overall.accuracy);
}

// A family that contradicts all others: only who has seen it would be right.
TEST(Study, NothingThatAFamilyBroughtTeachesItsFold) {
  std::vector<Sample> real = samples(120, 1, Origin::kReal);
  for (Sample& sample : real) {
    if (sample.family == "a") sample.speedup = 1.0 / sample.speedup;
  }
  // Copies of the family, as a vicinity campaign would hold them.
  std::vector<Sample> synthetic = samples(200, 2, Origin::kSynthetic);
  for (const Sample& sample : real) {
    if (sample.family != "a") continue;
    for (int copy = 0; copy < 20; ++copy) {
      synthetic.push_back(sample);
      synthetic.back().origin = Origin::kSynthetic;
      synthetic.back().brought_by = {"a"};
    }
  }
  const Evaluation fair = study(real, {{"vicinity", synthetic}});
  EXPECT_LT(named(fair, "vicinity").leave_one_out.families.at("a").accuracy, 0.3);
  for (Sample& sample : synthetic) sample.brought_by.clear();
  const Evaluation unfair = study(real, {{"vicinity", synthetic}});
  EXPECT_GT(named(unfair, "vicinity").leave_one_out.families.at("a").accuracy, 0.9);
  // Density tells the same.
  EXPECT_GE(named(unfair, "vicinity").density.front().families.at("a"),
            named(fair, "vicinity").density.front().families.at("a") + 20.0);
}

TEST(Study, MoreRealFamiliesAreCountedOneByOne) {
  StudyOptions options = quick_options();
  options.family_sizes = {1, 2, 100};
  const Evaluation evaluation = study(samples(120, 1, Origin::kReal),
                                      {{"range", samples(600, 2, Origin::kSynthetic)}}, options);
  // One of the other two, and both, from real samples alone and after synthetic ones.
  ASSERT_EQ(evaluation.family_curve.size(), 4u);
  for (const std::size_t i : {0u, 2u}) {
    const LearningPoint& one = evaluation.family_curve[i];
    const LearningPoint& both = evaluation.family_curve[i + 1];
    const std::string name = i == 0 ? "real" : "range + real";
    EXPECT_EQ(one.training_set, name);
    EXPECT_EQ(one.size, 1u);
    EXPECT_EQ(one.draws, 2u);
    EXPECT_EQ(both.size, 2u);
    EXPECT_DOUBLE_EQ(both.accuracy, named(evaluation, name).leave_one_out.overall.accuracy);
  }
  EXPECT_LT(evaluation.family_curve[0].accuracy, evaluation.family_curve[1].accuracy);
}

TEST(Study, IsTheSameOnAnyNumberOfThreads) {
  const std::vector<Sample> real = samples(60, 1, Origin::kReal);
  const std::map<std::string, std::vector<Sample>> synthetic{
      {"range", samples(120, 2, Origin::kSynthetic)}};
  StudyOptions options = quick_options();
  options.threads = 1;
  const Evaluation one = study(real, synthetic, options);
  options.threads = 3;
  const Evaluation three = study(real, synthetic, options);
  for (std::size_t i = 0; i < one.training_sets.size(); ++i) {
    EXPECT_EQ(one.training_sets[i].leave_one_out.families,
              three.training_sets[i].leave_one_out.families);
  }
}

TEST(Study, TiesBoundWhatCanBeRight) {
  std::vector<Sample> real = samples(60, 1, Origin::kReal);
  for (std::size_t i = 0; i < 30; ++i) real[i].tie = true;
  EXPECT_DOUBLE_EQ(study(real, {}).label_ceiling, 0.75);
}

TEST(Study, OneFamilyCannotBeLeftOut) {
  std::vector<Sample> real = samples(60, 1, Origin::kReal);
  for (Sample& sample : real) sample.family = real.front().family;
  EXPECT_THROW(study(real, {}), Error);
}

}  // namespace
}  // namespace lmtune
