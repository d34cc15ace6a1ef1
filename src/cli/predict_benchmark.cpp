#include "cli/predict_benchmark.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "cli/benchmark_features.h"
#include "lmtune/base/error.h"
#include "lmtune/base/parallel.h"

namespace lmtune {
namespace {

void check_limits(const Benchmark& benchmark, const DeviceInfo& device) {
  const std::uint64_t items = group_items(benchmark.launch);
  if (items > device.max_group_items) {
    throw Error(ErrorKind::kInput, benchmark.name,
                fmt::format("a work-group has {} work-items; {} allows {}", items, device.name,
                            device.max_group_items));
  }
  for (std::size_t d = 0; d < 3; ++d) {
    if (benchmark.launch.local[d] <= device.max_item_sizes[d]) continue;
    throw Error(ErrorKind::kInput, benchmark.name,
                fmt::format("local size {} in dimension {}; {} allows {}",
                            benchmark.launch.local[d], d, device.name, device.max_item_sizes[d]));
  }
  if (benchmark.plan && benchmark.plan->local_bytes > device.local_bytes) {
    throw Error(ErrorKind::kInput, benchmark.name,
                fmt::format("staging takes {} bytes of local memory; a group has {} on {}",
                            benchmark.plan->local_bytes, device.local_bytes, device.name));
  }
}

}  // namespace

Prediction predict_one(const Model& model, const Benchmark& benchmark, const DeviceInfo& device) {
  check_limits(benchmark, device);
  const PlanChoices choices = planned_features(benchmark, device);
  const std::vector<PlannedFeatures>& planned = choices.planned;
  std::vector<FeatureVector> features;
  for (const PlannedFeatures& one : planned) features.push_back(one.features);
  const std::vector<Answer> answers = model.answers(features);
  const auto best = std::max_element(
      answers.begin(), answers.end(),
      [](const Answer& a, const Answer& b) { return a.probability < b.probability; });
  const PlannedFeatures& chosen = planned[static_cast<std::size_t>(best - answers.begin())];

  Prediction prediction;
  prediction.benchmark_id = benchmark.id;
  prediction.benchmark_name = benchmark.name;
  prediction.target = benchmark.target;
  prediction.answer = *best;
  prediction.plan = chosen.plan;
  prediction.rejected_plans = choices.rejected;
  prediction.features = chosen.features;
  prediction.contributions = model.contributions(chosen.features);
  return prediction;
}

PredictionReport predict_all(const Model& model, const std::vector<Benchmark>& benchmarks,
                             const DeviceInfo& device, std::uint32_t jobs) {
  std::vector<std::optional<Prediction>> results(benchmarks.size());
  std::vector<std::optional<Error>> errors(benchmarks.size());
  parallel_for(benchmarks.size(), jobs, [&](std::size_t i) {
    try {
      results[i] = predict_one(model, benchmarks[i], device);
    } catch (const Error& error) {
      if (error.kind() != ErrorKind::kInput) throw;
      errors[i] = error;
    }
  });
  PredictionReport report;
  for (std::size_t i = 0; i < benchmarks.size(); ++i) {
    if (results[i]) report.predictions.push_back(std::move(*results[i]));
    if (!errors[i]) continue;
    report.rejected.push_back({benchmarks[i].name, benchmarks[i].target, errors[i]->problem()});
  }
  if (report.predictions.empty()) {
    throw **std::find_if(errors.begin(), errors.end(),
                         [](const std::optional<Error>& error) { return error.has_value(); });
  }
  return report;
}

}  // namespace lmtune
