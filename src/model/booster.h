// XGBoost's C API behind two owning types; all of its errors become lmtune::Error here.
#pragma once

#include <xgboost/c_api.h>

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "lmtune/core/feature_vector.h"

namespace lmtune {

/// What to learn from, or to predict for: a row a benchmark, a column a feature.
class Matrix {
 public:
  explicit Matrix(std::span<const FeatureVector> rows);

  /// 1 for beneficial, 0 for not; one a row.
  void set_labels(std::span<const float> labels);

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
  /// Fits the labelled rows of `training`.
  static Booster fit(const Matrix& training, std::uint64_t seed);
  /// From XGBoost's JSON model; throws kInput where that is none.
  static Booster from_json(const std::string& json);

  std::string to_json() const;

  /// Probability of the label 1, one a row.
  std::vector<double> probabilities(const Matrix& matrix) const;

  /// For each row its features' contributions to the log-odds, and last the bias (what is left
  /// without any feature): kFeatureCount + 1 numbers, which sum to the log-odds.
  std::vector<double> contributions(const Matrix& matrix) const;

 private:
  explicit Booster(std::span<const DMatrixHandle> matrices);
  void set(const std::string& name, const std::string& value);
  std::vector<double> predict(const Matrix& matrix, int type) const;

  struct Free {
    void operator()(BoosterHandle handle) const { XGBoosterFree(handle); }
  };
  std::unique_ptr<void, Free> handle_;
};

}  // namespace lmtune
