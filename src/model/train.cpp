// Training: one fit on all samples, and a fit for each fold to judge it by.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <set>
#include <string_view>
#include <vector>

#include "lmtune/base/error.h"
#include "lmtune/base/parallel.h"
#include "lmtune/base/version.h"
#include "lmtune/core/measurement.h"
#include "lmtune/model/folds.h"
#include "lmtune/model/judge.h"
#include "lmtune/model/model.h"
#include "model/booster.h"

namespace lmtune {
namespace {

std::vector<FeatureVector> features_of(std::span<const Sample> samples) {
  std::vector<FeatureVector> features;
  features.reserve(samples.size());
  for (const Sample& sample : samples) features.push_back(sample.features);
  return features;
}

Booster fit(std::span<const Sample> samples, std::uint64_t seed) {
  Matrix training(features_of(samples));
  std::vector<const Sample*> rows;
  for (const Sample& sample : samples) rows.push_back(&sample);
  training.learn(rows);
  return Booster::fit(training, seed);
}

/// Probabilities for all samples, one list for each of Booster::kRounds.
using ProbabilitiesByRounds = std::array<std::vector<double>, Booster::kRounds.size()>;

/// Fits all samples outside `fold` and fills in the probabilities of those inside.
void predict_fold(std::span<const Sample> samples, std::span<const std::uint32_t> fold_of_sample,
                  std::uint32_t fold, std::uint64_t seed, ProbabilitiesByRounds& probabilities) {
  std::vector<Sample> training;
  std::vector<FeatureVector> tested;
  for (std::size_t i = 0; i < samples.size(); ++i) {
    if (fold_of_sample[i] == fold) {
      tested.push_back(samples[i].features);
    } else {
      training.push_back(samples[i]);
    }
  }
  const Booster booster = fit(training, seed);
  const Matrix matrix(tested);
  for (std::size_t r = 0; r < Booster::kRounds.size(); ++r) {
    const std::vector<double> predicted = booster.probabilities(matrix, Booster::kRounds[r]);
    auto next = predicted.begin();
    for (std::size_t i = 0; i < samples.size(); ++i) {
      if (fold_of_sample[i] == fold) probabilities[r][i] = *next++;
    }
  }
}

/// Mean negative logarithm of the probability that was given to what is true: it punishes a model
/// that is sure and wrong.
double log_loss(std::span<const Sample> samples, std::span<const double> probabilities) {
  double sum = 0.0;
  for (std::size_t i = 0; i < samples.size(); ++i) {
    const double truth = is_beneficial(samples[i]) ? probabilities[i] : 1.0 - probabilities[i];
    sum -= std::log(std::max(truth, 1e-6));
  }
  return sum / static_cast<double>(samples.size());
}

/// Index into Booster::kRounds. Few samples bear few trees: more would make the model ever surer of
/// what it learnt by heart.
std::size_t best_rounds(std::span<const Sample> samples,
                        const ProbabilitiesByRounds& probabilities) {
  std::array<double, Booster::kRounds.size()> losses;
  std::transform(probabilities.begin(), probabilities.end(), losses.begin(),
                 [&](const std::vector<double>& some) { return log_loss(samples, some); });
  return static_cast<std::size_t>(std::min_element(losses.begin(), losses.end()) - losses.begin());
}

TrainingSummary summarise(std::span<const Sample> samples) {
  TrainingSummary summary;
  std::set<std::string_view> specs;
  for (const Sample& sample : samples) {
    specs.insert(sample.spec_id);
    summary.synthetic += sample.origin == Origin::kSynthetic;
    summary.beneficial += is_beneficial(sample);
    summary.decisive += is_decisive(sample.speedup);
  }
  summary.samples = samples.size();
  summary.kernel_specs = specs.size();
  return summary;
}

void check_samples(const TrainingSummary& summary, std::uint32_t folds) {
  if (summary.samples == 0) {
    throw Error(ErrorKind::kInput, "", "there is no sample to train from");
  }
  if (summary.beneficial == 0 || summary.beneficial == summary.samples) {
    throw Error(
        ErrorKind::kInput, "",
        fmt::format("caching was beneficial in {} of all {} samples: a model needs both kinds",
                    summary.beneficial, summary.samples),
        "measure more, and more different, benchmarks");
  }
  if (folds == 1) {
    throw Error(ErrorKind::kUsage, "folds", "cross-validation needs at least 2 folds");
  }
}

std::vector<FeatureVector> shown_features(std::span<const Sample* const> samples,
                                          const std::vector<Feature>& hidden) {
  std::vector<FeatureVector> features;
  features.reserve(samples.size());
  for (const Sample* sample : samples) {
    features.push_back(sample->features);
    for (const Feature feature : hidden) features.back()[feature] = 0.0;
  }
  return features;
}

}  // namespace

std::vector<double> fit_and_predict(std::span<const Sample* const> training,
                                    std::span<const Sample* const> tested,
                                    const FitOptions& options) {
  Matrix matrix(shown_features(training, options.hidden));
  matrix.learn(training);
  const Booster booster = Booster::fit(matrix, options.seed, options.rounds);
  return booster.probabilities(Matrix(shown_features(tested, options.hidden)));
}

ModelFile train_model(std::span<const Sample> samples, const TrainOptions& options) {
  ModelFile model;
  model.training = summarise(samples);
  check_samples(model.training, options.folds);
  model.feature_schema_version = kFeatureSchemaVersion;
  for (const FeatureInfo& info : feature_schema()) model.feature_names.emplace_back(info.name);
  model.lmtune_version = kLmtuneVersion;

  std::vector<std::uint32_t> fold_of_sample;
  if (options.folds > 0) fold_of_sample = assign_folds(samples, options.folds, options.seed);
  ProbabilitiesByRounds probabilities;
  probabilities.fill(std::vector<double>(samples.size()));
  std::optional<Booster> booster;
  // The fits run side by side, each on one thread, for the reason that Booster gives.
  parallel_for(options.folds + 1, options.threads, [&](std::size_t task) {
    if (task == 0) {
      booster = fit(samples, options.seed);
    } else {
      const auto fold = static_cast<std::uint32_t>(task - 1);
      predict_fold(samples, fold_of_sample, fold, options.seed, probabilities);
    }
  });

  if (options.folds > 0) {
    const std::size_t best = best_rounds(samples, probabilities);
    booster = booster->first_rounds(Booster::kRounds[best]);
    model.evaluation = judge(samples, probabilities[best]);
  }
  model.booster_json = booster->to_json();
  model.evaluation.folds = options.folds;
  return model;
}

}  // namespace lmtune
