#include "lmtune/model/model.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "lmtune/base/error.h"
#include "model/booster.h"

namespace lmtune {
namespace {

const std::string& checked_booster(const ModelFile& file) {
  if (file.feature_schema_version != kFeatureSchemaVersion) {
    throw Error(ErrorKind::kInput, "model",
                fmt::format("is of feature schema {}; this lmtune has {}",
                            file.feature_schema_version, kFeatureSchemaVersion),
                "train it again with this version of lmtune");
  }
  return file.booster_json;
}

}  // namespace

class Model::Impl {
 public:
  explicit Impl(const ModelFile& file) : booster(Booster::from_json(checked_booster(file))) {}
  Booster booster;
};

Model::Model(const ModelFile& file) : impl_(std::make_unique<Impl>(file)) {}
Model::~Model() = default;
Model::Model(Model&&) noexcept = default;
Model& Model::operator=(Model&&) noexcept = default;

std::vector<double> Model::probabilities(std::span<const FeatureVector> features) const {
  if (features.empty()) return {};
  return impl_->booster.probabilities(Matrix(features));
}

std::vector<Contribution> Model::contributions(const FeatureVector& features) const {
  const std::vector<double> log_odds =
      impl_->booster.contributions(Matrix(std::span(&features, 1)));
  std::vector<Contribution> contributions;
  for (std::size_t i = 0; i < kFeatureCount; ++i) {
    contributions.push_back({static_cast<Feature>(i), features.values[i], log_odds[i]});
  }
  std::stable_sort(contributions.begin(), contributions.end(), [](const auto& a, const auto& b) {
    return std::abs(a.log_odds) > std::abs(b.log_odds);
  });
  return contributions;
}

}  // namespace lmtune
