#include "model/booster.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "lmtune/base/error.h"

namespace lmtune {
namespace {

/// Those hyper-parameters that all boosters share: docs/study.md tells how they were found.
constexpr std::pair<const char*, const char*> kParameters[] = {
    {"tree_method", "hist"}, {"eta", "0.08"},  {"subsample", "0.8"}, {"colsample_bytree", "0.7"},
    {"lambda", "1"},         {"nthread", "1"}, {"verbosity", "0"},
};

// The values of "type" in XGBoosterPredictFromDMatrix.
constexpr int kPredictMargin = 1;
constexpr int kPredictContribution = 2;

void check(int code, ErrorKind kind = ErrorKind::kInternal) {
  if (code == 0) return;
  // "[20:57:04] ./src/learner.cc:1008: Invalid model format\nStack trace:…": keep the middle.
  std::string message = XGBGetLastError();
  message.resize(std::min(message.size(), message.find("\nStack trace")));
  if (message.starts_with('[')) message.erase(0, message.find("] ") + 2);
  throw Error(kind, "XGBoost", message);
}

/// What a wrong choice costs, and a little so that ties count too.
double cost_of_error(double speedup) { return std::min(std::abs(std::log(speedup)), 1.0) + 0.02; }

/// Beyond it, more is no matter: a few huge speedups would draw all trees to them.
constexpr double kLargestLogSpeedup = 1.5;

}  // namespace

Matrix::Matrix(std::span<const FeatureVector> rows) {
  std::vector<float> values;
  values.reserve(rows.size() * kFeatureCount);
  for (const FeatureVector& row : rows) {
    for (const double value : row.values) values.push_back(static_cast<float>(value));
  }
  DMatrixHandle handle = nullptr;
  check(XGDMatrixCreateFromMat_omp(values.data(), rows.size(), kFeatureCount,
                                   std::numeric_limits<float>::quiet_NaN(), &handle, 1));
  handle_.reset(handle);

  std::vector<std::string> names;
  std::vector<const char*> pointers;
  for (const FeatureInfo& info : feature_schema()) names.emplace_back(info.name);
  for (const std::string& name : names) pointers.push_back(name.c_str());
  check(XGDMatrixSetStrFeatureInfo(handle, "feature_name", pointers.data(), pointers.size()));
}

void Matrix::learn(std::span<const Sample* const> samples, Learns learns) {
  std::vector<float> labels, weights;
  for (const Sample* sample : samples) {
    if (learns == Learns::kBeneficial) {
      labels.push_back(is_beneficial(*sample) ? 1.0F : 0.0F);
      weights.push_back(static_cast<float>(cost_of_error(sample->speedup)));
    } else {
      labels.push_back(static_cast<float>(
          std::clamp(std::log(sample->speedup), -kLargestLogSpeedup, kLargestLogSpeedup)));
    }
  }
  set("label", labels);
  if (!weights.empty()) set("weight", weights);
}

void Matrix::start_from(std::span<const double> margins) {
  set("base_margin", std::vector<float>(margins.begin(), margins.end()));
}

void Matrix::set(const char* name, const std::vector<float>& values) {
  check(XGDMatrixSetFloatInfo(handle(), name, values.data(), values.size()));
}

Booster::Booster(std::span<const DMatrixHandle> matrices) {
  // This setting is the calling thread's own, and XGBoost's default prints warnings.
  check(XGBSetGlobalConfig(R"({"verbosity": 0})"));
  BoosterHandle handle = nullptr;
  check(XGBoosterCreate(matrices.data(), matrices.size(), &handle));
  handle_.reset(handle);
  for (const auto& [name, value] : kParameters) set(name, value);
}

Booster Booster::fit(const Matrix& training, const BoosterOptions& options) {
  const DMatrixHandle handle = training.handle();
  Booster booster(std::span(&handle, 1));
  const bool classifies = options.learns == Learns::kBeneficial;
  booster.set("objective", classifies ? "binary:logistic" : "reg:squarederror");
  booster.set("base_score", classifies ? "0.5" : "0");  // a margin of 0
  booster.set("seed", fmt::format("{}", options.seed));
  booster.set("max_depth", fmt::format("{}", options.depth));
  booster.set("min_child_weight", fmt::format("{}", options.leaf_weight));
  for (int round = 0; round < options.rounds; ++round) {
    check(XGBoosterUpdateOneIter(booster.handle_.get(), round, handle));
  }
  return booster;
}

Booster Booster::from_bytes(const std::string& bytes) {
  Booster booster{std::span<const DMatrixHandle>{}};
  check(XGBoosterLoadModelFromBuffer(booster.handle_.get(), bytes.data(), bytes.size()),
        ErrorKind::kInput);
  return booster;
}

std::string Booster::to_bytes() const {
  bst_ulong length = 0;
  const char* bytes = nullptr;
  check(XGBoosterSaveModelToBuffer(handle_.get(), R"({"format": "ubj"})", &length, &bytes));
  return std::string(bytes, length);
}

Booster Booster::first_rounds(int rounds) const {
  BoosterHandle handle = nullptr;
  check(XGBoosterSlice(handle_.get(), 0, rounds, 1, &handle));
  return Booster(handle);
}

std::vector<double> Booster::margins(const Matrix& matrix, int rounds) const {
  return predict(matrix, kPredictMargin, rounds);
}

std::vector<double> Booster::contributions(const Matrix& matrix) const {
  return predict(matrix, kPredictContribution, 0);
}

void Booster::use_all_cores() { set("nthread", "0"); }

void Booster::set(const std::string& name, const std::string& value) {
  check(XGBoosterSetParam(handle_.get(), name.c_str(), value.c_str()));
}

std::vector<double> Booster::predict(const Matrix& matrix, int type, int rounds) const {
  const std::string config =
      fmt::format(R"({{"type": {}, "training": false, "iteration_begin": 0, "iteration_end": {},)"
                  R"( "strict_shape": false}})",
                  type, rounds);
  const bst_ulong* shape = nullptr;
  bst_ulong dimensions = 0;
  const float* values = nullptr;
  check(XGBoosterPredictFromDMatrix(handle_.get(), matrix.handle(), config.c_str(), &shape,
                                    &dimensions, &values));
  bst_ulong count = 1;
  for (bst_ulong d = 0; d < dimensions; ++d) count *= shape[d];
  return std::vector<double>(values, values + count);
}

}  // namespace lmtune
