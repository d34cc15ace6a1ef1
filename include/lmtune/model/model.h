// A trained model that answers: the probability that caching is beneficial, and why.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "lmtune/core/feature_vector.h"
#include "lmtune/core/model_file.h"
#include "lmtune/core/prediction.h"
#include "lmtune/core/sample.h"

namespace lmtune {

struct TrainOptions {
  std::uint64_t seed = 1;
  std::uint32_t folds = 5;    ///< of the cross-validation; 0: none
  std::uint32_t threads = 0;  ///< 0: all cores
};

/// Trains a classifier of *beneficial* on all samples, and evaluates the same training by
/// cross-validation split by kernel spec, which also chooses how many trees the model has (by
/// log-loss; without it, the most). Deterministic for a seed, whatever `threads`.
/// `training.runs` and `device` are the caller's to fill. Throws kInput if there is no sample, only
/// one class, or fewer kernel specs than folds.
ModelFile train_model(std::span<const Sample> samples, const TrainOptions& options);

struct FitOptions {
  std::uint64_t seed = 1;
  int rounds = 200;             ///< trees
  std::vector<Feature> hidden;  ///< features that the model is not shown
};

/// Probabilities that caching is beneficial for `tested`, by a model of `training`, which holds
/// both classes. On one thread.
std::vector<double> fit_and_predict(std::span<const Sample* const> training,
                                    std::span<const Sample* const> tested,
                                    const FitOptions& options);

class Model {
 public:
  /// Throws kInput if the file's feature schema is not this build's.
  explicit Model(const ModelFile& file);
  ~Model();
  Model(Model&&) noexcept;
  Model& operator=(Model&&) noexcept;

  /// Probability that caching is beneficial, for each vector.
  std::vector<double> probabilities(std::span<const FeatureVector> features) const;

  /// Every feature's contribution to the log-odds of one prediction, the strongest first. What they
  /// leave of the log-odds is the model's bias, the same for every prediction.
  std::vector<Contribution> contributions(const FeatureVector& features) const;

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace lmtune
