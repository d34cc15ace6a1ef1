#include "lmtune/model/model.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "lmtune/base/error.h"
#include "unit/model/samples.h"

namespace lmtune {
namespace {

const ModelFile& known_model() {
  static const ModelFile model = train_model(testing::known_samples(800, 1), {});
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
  EXPECT_EQ(evaluation.folds, 5U);
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
  const std::vector<double> probabilities = Model(known_model()).probabilities(features);
  ASSERT_EQ(probabilities.size(), unseen.size());
  int right = 0;
  for (std::size_t i = 0; i < unseen.size(); ++i) {
    EXPECT_GE(probabilities[i], 0.0);
    EXPECT_LE(probabilities[i], 1.0);
    right += (probabilities[i] >= 0.5) == is_beneficial(unseen[i]);
  }
  EXPECT_GT(right, 360);
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
  for (const double p : Model(train_model(samples, {})).probabilities(features)) {
    sure += std::abs(p - 0.5);
  }
  EXPECT_LT(sure / 100.0, 0.2);
}

TEST(TrainModel, IsDeterministicForASeedOnAnyNumberOfThreads) {
  const std::vector<Sample> samples = testing::known_samples(120, 2);
  const ModelFile one = train_model(samples, {.seed = 4, .folds = 3, .threads = 1});
  const ModelFile two = train_model(samples, {.seed = 4, .folds = 3, .threads = 3});
  EXPECT_EQ(one.booster_json, two.booster_json);
  EXPECT_EQ(one.evaluation.performance_captured, two.evaluation.performance_captured);
  const ModelFile other = train_model(samples, {.seed = 5, .folds = 3, .threads = 1});
  EXPECT_NE(one.booster_json, other.booster_json);
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
  EXPECT_NE(error_of([&] { train_model(few, {}); }).problem().find("5 folds"), std::string::npos);
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
    const double p = model.probabilities(std::span(&features, 1)).front();
    bias[i] = std::log(p / (1.0 - p)) - sum;
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
  file.booster_json = "{}";
  const Error error = error_of([&] { Model model(file); });
  EXPECT_EQ(error.kind(), ErrorKind::kInput);
  EXPECT_EQ(error.problem().find("Stack trace"), std::string::npos);
}

}  // namespace
}  // namespace lmtune
