// XGBoost's C API behind two owning types; all of its errors become lmtune::Error here.
#pragma once

#include <xgboost/c_api.h>

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "lmtune/core/feature_vector.h"
#include "lmtune/core/sample.h"

namespace lmtune {

/// What a booster's sum over its trees, the margin, stands for.
enum class Learns {
  kBeneficial,  ///< log-odds that caching is beneficial; weighted by what a wrong choice would cost
  kSpeedup,     ///< natural logarithm of the speedup
};

/// What to learn from, or to predict for: a row a benchmark, a column a feature.
class Matrix {
 public:
  explicit Matrix(std::span<const FeatureVector> rows);

  /// Makes it one to learn from.
  void learn(std::span<const Sample* const> samples, Learns learns);

  /// Margins that the trees add to, one a row; without them, to 0.
  void start_from(std::span<const double> margins);

  DMatrixHandle handle() const { return handle_.get(); }

 private:
  void set(const char* name, const std::vector<float>& values);

  struct Free {
    void operator()(DMatrixHandle handle) const { XGDMatrixFree(handle); }
  };
  std::unique_ptr<void, Free> handle_;
};

struct BoosterOptions {
  Learns learns = Learns::kBeneficial;
  int rounds = 200;  ///< trees
  int depth = 5;
  double leaf_weight = 10.0;  ///< least weight of the samples of a leaf
  std::uint64_t seed = 1;
};

/// A gradient-boosted forest. It works on one thread: sums are then made in one order, so that
/// training is deterministic.
class Booster {
 public:
  /// Fits the rows that `training` learns from.
  static Booster fit(const Matrix& training, const BoosterOptions& options);
  /// From XGBoost's model in UBJSON, or in its JSON, which takes six times as long; throws kInput
  /// where that is none.
  static Booster from_bytes(const std::string& bytes);

  /// In UBJSON.
  std::string to_bytes() const;

  /// From now on, for predictions: rows are predicted one by one, whoever does it. Worth it for
  /// thousands of rows.
  void use_all_cores();

  /// What fit() would have made with fewer rounds.
  Booster first_rounds(int rounds) const;

  /// One a row, by the first `rounds` trees (0: by all), from where the matrix starts.
  std::vector<double> margins(const Matrix& matrix, int rounds = 0) const;

  /// For each row its features' contributions to the margin, and last the bias (what is left
  /// without any feature): kFeatureCount + 1 numbers, which sum to the margin.
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
