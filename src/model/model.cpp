#include "lmtune/model/model.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <future>
#include <optional>
#include <utility>

#include "lmtune/base/error.h"
#include "lmtune/base/parallel.h"
#include "lmtune/core/measurement.h"
#include "lmtune/model/calibration.h"
#include "lmtune/model/judge.h"
#include "model/forests.h"
#include "model/training_vicinity.h"

namespace lmtune {
namespace {

constexpr std::size_t kRowsOfTask = 1024;

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
  Impl(ModelFile model, Forests of_beneficial, Forests of_speedup)
      : file(std::move(model)),
        beneficial(std::move(of_beneficial)),
        speedup(std::move(of_speedup)) {}

  std::optional<double> density(const FeatureVector& features) const {
    if (file.vicinity.points.empty()) return std::nullopt;
    return static_cast<double>(points_near(file.vicinity, features)) *
           file.vicinity.samples_per_point;
  }

  Verdict verdict(const Answer& answer) const {
    if (answer.density == 0.0) return Verdict::kDontKnow;
    if (std::max(answer.probability, 1.0 - answer.probability) >= file.answer_from) {
      return verdict_of(answer.probability);
    }
    return is_decisive(answer.speedup) ? Verdict::kDontKnow : Verdict::kNoClearDifference;
  }

  Answer answer(const FeatureVector& features, double log_odds, double log_speedup) const {
    const SpeedupRange range = range_at(file.speedup_ranges, log_speedup);
    Answer answer;
    answer.probability = probability_of(log_odds, file.temperature);
    answer.speedup = std::exp(log_speedup);
    answer.speedup_low = std::exp(log_speedup + range.low);
    answer.speedup_high = std::exp(log_speedup + range.high);
    answer.density = density(features);
    answer.verdict = verdict(answer);
    return answer;
  }

  ModelFile file;
  Forests beneficial, speedup;
};

Model::Model(ModelFile unchecked) {
  ModelFile file = checked(std::move(unchecked));
  std::future<Forests> loading =
      std::async(std::launch::async, [&file] { return Forests::from_file(file.speedup); });
  Forests beneficial = Forests::from_file(file.beneficial);
  Forests speedup = loading.get();
  impl_ = std::make_unique<Impl>(std::move(file), std::move(beneficial), std::move(speedup));
}
Model::~Model() = default;
Model::Model(Model&&) noexcept = default;
Model& Model::operator=(Model&&) noexcept = default;

std::vector<Answer> Model::answers(std::span<const FeatureVector> features) const {
  if (features.empty()) return {};
  if (features.size() > kRowsOfTask) {
    impl_->beneficial.use_all_cores();
    impl_->speedup.use_all_cores();
  }
  Matrix rows(features);
  const std::vector<double> log_odds = impl_->beneficial.margins(rows);
  const std::vector<double> log_speedups = impl_->speedup.margins(rows);
  std::vector<Answer> answers(features.size());
  parallel_for((features.size() + kRowsOfTask - 1) / kRowsOfTask, 0, [&](std::size_t task) {
    const std::size_t first = task * kRowsOfTask;
    const std::size_t end = std::min(first + kRowsOfTask, features.size());
    for (std::size_t i = first; i < end; ++i) {
      answers[i] = impl_->answer(features[i], log_odds[i], log_speedups[i]);
    }
  });
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
