#include "lmtune/model/model.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "lmtune/base/error.h"
#include "lmtune/core/measurement.h"
#include "lmtune/model/calibration.h"
#include "lmtune/model/judge.h"
#include "model/forests.h"

namespace lmtune {
namespace {

ModelFile checked(ModelFile file) {
  if (file.feature_schema_version != kFeatureSchemaVersion) {
    throw Error(ErrorKind::kInput, "model",
                fmt::format("is of feature schema {}; this lmtune has {}",
                            file.feature_schema_version, kFeatureSchemaVersion),
                "train it again with this version of lmtune");
  }
  return file;
}

SpeedupRange range_at(const std::vector<SpeedupRange>& ranges, double log_speedup) {
  for (const SpeedupRange& range : ranges) {
    if (log_speedup <= range.up_to) return range;
  }
  return {};
}

}  // namespace

class Model::Impl {
 public:
  explicit Impl(ModelFile model)
      : file(checked(std::move(model))),
        beneficial(Forests::from_file(file.beneficial)),
        speedup(Forests::from_file(file.speedup)) {}

  std::optional<double> density(const FeatureVector& features) const {
    const TrainingVicinity& vicinity = file.vicinity;
    if (vicinity.points.empty()) return std::nullopt;
    const std::size_t near = vicinity_density(vicinity.space.point(features), vicinity.points,
                                              static_cast<float>(vicinity.radius));
    return static_cast<double>(near) * vicinity.samples_per_point;
  }

  Verdict verdict(const Answer& answer) const {
    if (answer.density == 0.0) return Verdict::kDontKnow;
    if (std::max(answer.probability, 1.0 - answer.probability) >= file.answer_from) {
      return verdict_of(answer.probability);
    }
    return is_decisive(answer.speedup) ? Verdict::kDontKnow : Verdict::kNoClearDifference;
  }

  ModelFile file;
  Forests beneficial, speedup;
};

Model::Model(ModelFile file) : impl_(std::make_unique<Impl>(std::move(file))) {}
Model::~Model() = default;
Model::Model(Model&&) noexcept = default;
Model& Model::operator=(Model&&) noexcept = default;

std::vector<Answer> Model::answers(std::span<const FeatureVector> features) const {
  if (features.empty()) return {};
  const std::vector<double> log_odds = impl_->beneficial.margins(features);
  const std::vector<double> log_speedups = impl_->speedup.margins(features);
  std::vector<Answer> answers;
  for (std::size_t i = 0; i < features.size(); ++i) {
    const SpeedupRange range = range_at(impl_->file.speedup_ranges, log_speedups[i]);
    Answer answer;
    answer.probability = probability_of(log_odds[i], impl_->file.temperature);
    answer.speedup = std::exp(log_speedups[i]);
    answer.speedup_low = std::exp(log_speedups[i] + range.low);
    answer.speedup_high = std::exp(log_speedups[i] + range.high);
    answer.density = impl_->density(features[i]);
    answer.verdict = impl_->verdict(answer);
    answers.push_back(answer);
  }
  return answers;
}

std::vector<Contribution> Model::contributions(const FeatureVector& features) const {
  const std::vector<double> log_odds = impl_->beneficial.contributions(features);
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
