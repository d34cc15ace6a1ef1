// A trained model that answers: whether caching is beneficial, how sure that is, and why.
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
  std::uint32_t folds = 3;    ///< of the cross-validation; 0: none, and nothing is calibrated
  std::uint32_t threads = 0;  ///< 0: all cores
};

/// Trains forests of *beneficial* and of the speedup's logarithm: a first one on the synthetic
/// samples and, if there are real ones of five families or more, a correction on these (fewer learn
/// along with the synthetic ones). How many trees they have, and how deep the correction's are, is
/// chosen by log-loss on held-out samples: folds split by kernel spec, real samples a family at a
/// time. On the same, probabilities and ranges are calibrated and the model is judged.
/// Deterministic for a seed, whatever `threads`. `training.runs` and `device` are the caller's to
/// fill. Throws kInput if there is no sample, only one class, or fewer kernel specs than folds.
ModelFile train_model(std::span<const Sample> samples, const TrainOptions& options);

class Model {
 public:
  /// Throws kInput if the file's feature schema is not this build's.
  explicit Model(ModelFile file);
  ~Model();
  Model(Model&&) noexcept;
  Model& operator=(Model&&) noexcept;

  /// One for each vector.
  std::vector<Answer> answers(std::span<const FeatureVector> features) const;

  /// Every feature's contribution to the log-odds of one prediction, the strongest first. What they
  /// leave of the log-odds is the model's bias, the same for every prediction.
  std::vector<Contribution> contributions(const FeatureVector& features) const;

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace lmtune
