// XGBoost's C API behind two owning types; all of its errors become lmtune::Error here.
#pragma once

#include <xgboost/c_api.h>

#include <array>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "lmtune/core/feature_vector.h"
#include "lmtune/core/sample.h"

namespace lmtune {

/// What to learn from, or to predict for: a row a benchmark, a column a feature.
class Matrix {
 public:
  explicit Matrix(std::span<const FeatureVector> rows);

  /// Makes it one to learn from: a label a row, 1 for beneficial, weighted by what a wrong choice
  /// would cost.
  void learn(std::span<const Sample* const> samples);

  DMatrixHandle handle() const { return handle_.get(); }

 private:
  struct Free {
    void operator()(DMatrixHandle handle) const { XGDMatrixFree(handle); }
  };
  std::unique_ptr<void, Free> handle_;
};

/// A gradient-boosted forest of binary:logistic. It works on one thread: sums are then made in one
/// order, so that training is deterministic.
class Booster {
 public:
  /// Numbers of rounds, a tree each, that a booster may be cut down to; the last is what fit()
  /// makes.
  static constexpr std::array<int, 6> kRounds{12, 25, 50, 100, 200, 400};

  /// Fits the labelled rows of `training`.
  static Booster fit(const Matrix& training, std::uint64_t seed, int rounds = kRounds.back());
  /// From XGBoost's JSON model; throws kInput where that is none.
  static Booster from_json(const std::string& json);

  std::string to_json() const;

  /// What fit() would have made with fewer rounds.
  Booster first_rounds(int rounds) const;

  /// Probability of the label 1, one a row, by the first `rounds` trees (0: by all).
  std::vector<double> probabilities(const Matrix& matrix, int rounds = 0) const;

  /// For each row its features' contributions to the log-odds, and last the bias (what is left
  /// without any feature): kFeatureCount + 1 numbers, which sum to the log-odds.
  std::vector<double> contributions(const Matrix& matrix) const;

 private:
  explicit Booster(std::span<const DMatrixHandle> matrices);
  explicit Booster(BoosterHandle handle) : handle_(handle) {}
  void set(const std::string& name, const std::string& value);
  std::vector<double> predict(const Matrix& matrix, int type, int rounds) const;

  struct Free {
    void operator()(BoosterHandle handle) const { XGBoosterFree(handle); }
  };
  std::unique_ptr<void, Free> handle_;
};

}  // namespace lmtune
