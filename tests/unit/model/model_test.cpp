#include "lmtune/model/model.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "lmtune/base/error.h"
#include "unit/model/samples.h"

namespace lmtune {
namespace {

const ModelFile& known_model() {
  static const ModelFile model = train_model(testing::known_samples(1600, 1), {});
  return model;
}

template <typename Call>
Error error_of(const Call& call) {
  try {
    call();
  } catch (const Error& error) {
    return error;
  }
  ADD_FAILURE() << "no error";
  return Error(ErrorKind::kInternal, "", "");
}

TEST(TrainModel, LearnsAKnownRule) {
  const ModelEvaluation& evaluation = known_model().evaluation;
  EXPECT_EQ(evaluation.folds, 3U);
  EXPECT_EQ(evaluation.held_out, HeldOut::kKernelSpec);
  EXPECT_EQ(evaluation.samples, 1600U);
  EXPECT_GT(evaluation.accuracy, 0.9);
  EXPECT_GE(evaluation.decisive_accuracy, evaluation.accuracy);
  EXPECT_GT(evaluation.performance_captured, 0.98);
  EXPECT_LT(std::max(evaluation.always_accuracy, evaluation.never_accuracy), 0.75);
  EXPECT_NEAR(evaluation.always_accuracy + evaluation.never_accuracy, 1.0, 1e-12);
}

TEST(TrainModel, PredictsSamplesThatItHasNotSeen) {
  const std::vector<Sample> unseen = testing::known_samples(400, 77);
  std::vector<FeatureVector> features;
  for (const Sample& sample : unseen) features.push_back(sample.features);
  const std::vector<Answer> answers = Model(known_model()).answers(features);
  ASSERT_EQ(answers.size(), unseen.size());
  int right = 0, within = 0;
  for (std::size_t i = 0; i < unseen.size(); ++i) {
    EXPECT_GE(answers[i].probability, 0.0);
    EXPECT_LE(answers[i].probability, 1.0);
    EXPECT_LE(answers[i].speedup_low, answers[i].speedup_high);
    EXPECT_GT(answers[i].density, 0.0);
    right += (answers[i].probability >= 0.5) == is_beneficial(unseen[i]);
    within +=
        answers[i].speedup_low <= unseen[i].speedup && unseen[i].speedup <= answers[i].speedup_high;
  }
  EXPECT_GT(right, 360);
  EXPECT_NEAR(within, 320, 50);  // 80 %
}

// Samples of one spec are copies of each other, with labels that nothing else tells: whoever splits
// by row predicts them well, and whoever splits by spec cannot.
TEST(TrainModel, CrossValidationDoesNotLeakAcrossRowsOfASpec) {
  std::vector<Sample> samples;
  Random random(5);
  for (int spec = 0; spec < 60; ++spec) {
    Sample sample;
    sample.spec_id = fmt::format("spec{}", spec);
    sample.features[Feature::kTargetReuse] = random.real();
    sample.features[Feature::kFootprintBytes] = random.real();
    sample.speedup = random.chance(0.5) ? 2.0 : 0.5;
    for (int copy = 0; copy < 10; ++copy) samples.push_back(sample);
  }
  EXPECT_LT(train_model(samples, {}).evaluation.accuracy, 0.75);
}

// With labels that no feature tells, a model that is sure of anything has learnt noise by heart.
TEST(TrainModel, IsNotSureOfWhatCannotBeTold) {
  std::vector<Sample> samples = testing::known_samples(120, 6);
  Random random(7);
  for (Sample& sample : samples) sample.speedup = random.chance(0.5) ? 2.0 : 0.5;
  std::vector<FeatureVector> features;
  for (const Sample& sample : testing::known_samples(100, 8)) features.push_back(sample.features);
  double sure = 0.0;
  for (const Answer& answer : Model(train_model(samples, {})).answers(features)) {
    sure += std::abs(answer.probability - 0.5);
  }
  EXPECT_LT(sure / 100.0, 0.2);
}

TEST(TrainModel, IsDeterministicForASeedOnAnyNumberOfThreads) {
  const std::vector<Sample> samples = testing::known_samples(120, 2);
  const ModelFile one = train_model(samples, {.seed = 4, .folds = 3, .threads = 1});
  const ModelFile two = train_model(samples, {.seed = 4, .folds = 3, .threads = 3});
  EXPECT_EQ(one.beneficial.first, two.beneficial.first);
  EXPECT_EQ(one.speedup.first, two.speedup.first);
  EXPECT_EQ(one.temperature, two.temperature);
  EXPECT_EQ(one.evaluation.performance_captured, two.evaluation.performance_captured);
  const ModelFile other = train_model(samples, {.seed = 5, .folds = 3, .threads = 1});
  EXPECT_NE(one.beneficial.first, other.beneficial.first);
}

TEST(TrainModel, SummarisesItsSamples) {
  const std::vector<Sample> samples = testing::known_samples(120, 2);
  const ModelFile model = train_model(samples, {.folds = 0});
  EXPECT_EQ(model.training.samples, 120U);
  EXPECT_EQ(model.training.kernel_specs, 30U);
  EXPECT_EQ(model.training.synthetic, 80U);
  EXPECT_GT(model.training.beneficial, 0U);
  EXPECT_LT(model.training.beneficial, 120U);
  EXPECT_EQ(model.feature_schema_version, kFeatureSchemaVersion);
  ASSERT_EQ(model.feature_names.size(), kFeatureCount);
  EXPECT_EQ(model.feature_names[static_cast<std::size_t>(Feature::kTargetReuse)], "target_reuse");
  EXPECT_EQ(model.evaluation.folds, 0U);
}

TEST(TrainModel, RefusesWhatNothingCanBeLearntFrom) {
  EXPECT_EQ(error_of([] { train_model({}, {}); }).kind(), ErrorKind::kInput);

  std::vector<Sample> one_class = testing::known_samples(40, 2);
  for (Sample& sample : one_class) sample.speedup = 2.0;
  EXPECT_NE(error_of([&] { train_model(one_class, {}); }).problem().find("40 of all 40"),
            std::string::npos);

  const std::vector<Sample> few = testing::known_samples(16, 2);
  EXPECT_NE(error_of([&] { train_model(few, {.folds = 5}); }).problem().find("5 folds"),
            std::string::npos);
}

TEST(Model, ContributionsSumToTheLogOdds) {
  const Model model(known_model());
  const std::vector<Sample> samples = testing::known_samples(2, 8);
  double bias[2];
  for (int i = 0; i < 2; ++i) {
    const FeatureVector& features = samples[static_cast<std::size_t>(i)].features;
    const std::vector<Contribution> all = model.contributions(features);
    ASSERT_EQ(all.size(), kFeatureCount);
    double sum = 0.0;
    for (const Contribution& contribution : all) {
      sum += contribution.log_odds;
      EXPECT_EQ(contribution.value, features[contribution.feature]);
    }
    const double p = model.answers(std::span(&features, 1)).front().probability;
    bias[i] = std::log(p / (1.0 - p)) / known_model().temperature - sum;
  }
  EXPECT_NEAR(bias[0], bias[1], 1e-3);
}

TEST(Model, TheFeaturesThatDecideComeFirst) {
  const Model model(known_model());
  FeatureVector features = testing::known_samples(1, 8).front().features;
  features[Feature::kTargetReuse] = 256.0;
  features[Feature::kTargetSectorsPerAccess] = 30.0;
  const std::vector<Contribution> contributions = model.contributions(features);
  EXPECT_EQ(contributions[0].feature, Feature::kTargetReuse);
  EXPECT_GT(contributions[0].log_odds, 0.0);
  EXPECT_EQ(contributions[1].feature, Feature::kTargetSectorsPerAccess);
  for (std::size_t i = 1; i < contributions.size(); ++i) {
    EXPECT_GE(std::abs(contributions[i - 1].log_odds), std::abs(contributions[i].log_odds));
  }
}

/// Real samples of six families that know better than the synthetic ones, which have it the wrong
/// way round wherever the loads are coalesced.
std::vector<Sample> contradicted_samples() {
  std::vector<Sample> samples = testing::known_samples(1200, 3);
  for (std::size_t i = 0; i < samples.size(); ++i) {
    samples[i].origin = i < 600 ? Origin::kReal : Origin::kSynthetic;
    samples[i].family = i < 600 ? std::string(1, static_cast<char>('a' + i / 4 % 6)) : "";
    const bool wrong = samples[i].features[Feature::kTargetSectorsPerAccess] < 16.0;
    if (i >= 600 && wrong) samples[i].speedup = 1.0 / samples[i].speedup;
  }
  return samples;
}

TEST(TrainModel, RealSamplesCorrectWhatSyntheticOnesTeach) {
  const std::vector<Sample> samples = contradicted_samples();
  const ModelFile file = train_model(samples, {});
  EXPECT_EQ(file.evaluation.held_out, HeldOut::kFamily);
  EXPECT_EQ(file.evaluation.folds, 6U);
  EXPECT_EQ(file.evaluation.samples, 600U);
  EXPECT_FALSE(file.beneficial.correction.empty());
  EXPECT_FALSE(file.speedup.correction.empty());
  EXPECT_GT(file.evaluation.accuracy, 0.85);

  std::vector<FeatureVector> features;
  const std::vector<Sample> unseen = testing::known_samples(200, 78);
  for (const Sample& sample : unseen) features.push_back(sample.features);
  const Model model(file);
  int right = 0;
  const std::vector<Answer> answers = model.answers(features);
  for (std::size_t i = 0; i < unseen.size(); ++i) {
    right += (answers[i].probability >= 0.5) == is_beneficial(unseen[i]);
  }
  EXPECT_GT(right, 170);

  // Without the real ones the model has no way to know.
  std::vector<Sample> synthetic(samples.begin() + 600, samples.end());
  const Model misled(train_model(synthetic, {}));
  int misled_right = 0;
  for (std::size_t i = 0; i < unseen.size(); ++i) {
    const Answer answer = misled.answers(std::span(&features[i], 1)).front();
    misled_right += (answer.probability >= 0.5) == is_beneficial(unseen[i]);
  }
  EXPECT_LT(misled_right, 130);
}

TEST(TrainModel, FewFamiliesLearnAlongWithTheSyntheticOnes) {
  std::vector<Sample> samples = contradicted_samples();
  for (Sample& sample : samples) {
    if (sample.origin == Origin::kReal) sample.family.assign(sample.family < "d" ? "a" : "b");
  }
  const ModelFile file = train_model(samples, {});
  EXPECT_TRUE(file.beneficial.correction.empty());
  EXPECT_EQ(file.evaluation.samples, samples.size());
}

TEST(Model, ContributionsSumToTheLogOddsWithACorrectionToo) {
  const ModelFile file = train_model(contradicted_samples(), {});
  const Model model(file);
  double bias[2];
  for (std::size_t i = 0; i < 2; ++i) {
    const FeatureVector features = testing::known_samples(2, 8)[i].features;
    double sum = 0.0;
    for (const Contribution& one : model.contributions(features)) sum += one.log_odds;
    const double p = model.answers(std::span(&features, 1)).front().probability;
    bias[i] = std::log(p / (1.0 - p)) / file.temperature - sum;
  }
  EXPECT_NEAR(bias[0], bias[1], 1e-3);
}

TEST(Model, DoesNotKnowWhatIsFarFromAllThatItHasSeen) {
  const Model model(known_model());
  FeatureVector features = testing::known_samples(1, 8).front().features;
  EXPECT_GT(model.answers(std::span(&features, 1)).front().density, 0.0);
  features[Feature::kTargetReuse] = 1e12;
  features[Feature::kTargetSectorsPerAccess] = 1e9;
  const Answer answer = model.answers(std::span(&features, 1)).front();
  EXPECT_EQ(answer.density, 0.0);
  EXPECT_EQ(answer.verdict, Verdict::kDontKnow);
}

TEST(Model, OfFewSamplesDoesNotTellHowNearAKernelIs) {
  const Model model(train_model(testing::known_samples(200, 1), {}));
  FeatureVector features = testing::known_samples(1, 8).front().features;
  features[Feature::kTargetReuse] = 1e12;
  EXPECT_EQ(model.answers(std::span(&features, 1)).front().density, std::nullopt);
}

TEST(Model, AnswersOnlyWhereItIsSureEnough) {
  ModelFile file = known_model();
  const FeatureVector features = testing::known_samples(1, 8).front().features;
  const Answer sure = Model(file).answers(std::span(&features, 1)).front();
  EXPECT_TRUE(sure.verdict == Verdict::kCache || sure.verdict == Verdict::kLeave);
  file.answer_from = 1.0;
  const Answer unsure = Model(file).answers(std::span(&features, 1)).front();
  EXPECT_EQ(unsure.probability, sure.probability);
  EXPECT_TRUE(unsure.verdict == Verdict::kDontKnow ||
              unsure.verdict == Verdict::kNoClearDifference);
}

TEST(Model, RefusesAnotherSchema) {
  ModelFile file = known_model();
  file.feature_schema_version = 7;
  const Error error = error_of([&] { Model model(file); });
  EXPECT_EQ(error.kind(), ErrorKind::kInput);
  EXPECT_NE(error.problem().find("is of feature schema 7; this lmtune has " +
                                 std::to_string(kFeatureSchemaVersion)),
            std::string::npos);
}

TEST(Model, RefusesABoosterThatIsNone) {
  ModelFile file = known_model();
  file.speedup.first = "{}";
  const Error error = error_of([&] { Model model(file); });
  EXPECT_EQ(error.kind(), ErrorKind::kInput);
  EXPECT_EQ(error.problem().find("Stack trace"), std::string::npos);
}

}  // namespace
}  // namespace lmtune
