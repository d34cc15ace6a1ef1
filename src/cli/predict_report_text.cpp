#include "cli/predict_report_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <tuple>

#include "cli/prediction_text.h"

namespace lmtune {
namespace {

std::string shape_text(const std::array<std::uint64_t, 3>& local) {
  std::string text = fmt::format("{}x{}", local[0], local[1]);
  if (local[2] > 1) text += fmt::format("x{}", local[2]);
  return text;
}

/// How far a shape is from another: doublings of its size, then of its width.
double distance(const ShapePrediction& a, const ShapePrediction& b) {
  const auto items = [](const ShapePrediction& one) {
    return static_cast<double>(one.local[0] * one.local[1] * one.local[2]);
  };
  return 4.0 * std::abs(std::log2(items(a) / items(b))) +
         std::abs(std::log2(static_cast<double>(a.local[0]) / static_cast<double>(b.local[0])));
}

/// "pays at 16x16, not at 32x8 (11 of 30 shapes pay)": the launch's own shape, or the nearest that
/// was predicted, beside the nearest of the other verdict.
std::string summary(const ShapeSweep& sweep, const std::array<std::uint64_t, 3>& own) {
  std::vector<ShapePrediction> known = sweep.shapes;
  std::erase_if(known, [](const ShapePrediction& shape) {
    return shape.verdict != Verdict::kCache && shape.verdict != Verdict::kLeave;
  });
  if (known.empty()) return "no shape gets an answer";
  ShapePrediction centre;
  centre.local = own;
  std::stable_sort(known.begin(), known.end(),
                   [&centre](const ShapePrediction& a, const ShapePrediction& b) {
                     return distance(a, centre) < distance(b, centre);
                   });
  const Verdict verdict = *known.front().verdict;
  const auto pays = std::count_if(known.begin(), known.end(), [](const ShapePrediction& shape) {
    return shape.verdict == Verdict::kCache;
  });
  const auto other = std::find_if(known.begin(), known.end(), [&](const ShapePrediction& shape) {
    return shape.verdict != verdict;
  });
  if (other == known.end()) {
    return fmt::format("pays at {} of the {} shapes", pays > 0 ? "all" : "none", known.size());
  }
  const ShapePrediction& one = verdict == Verdict::kCache ? known.front() : *other;
  const ShapePrediction& not_one = verdict == Verdict::kCache ? *other : known.front();
  return fmt::format("pays at {}, not at {} ({} of {} shapes pay)", shape_text(one.local),
                     shape_text(not_one.local), pays, known.size());
}

std::string in_words(const ShapeSweep& sweep, const std::array<std::uint64_t, 3>& own) {
  if (!sweep.refused.empty()) {
    return fmt::format("  other work-groups: not predicted: {}\n", sweep.refused);
  }
  std::string text = fmt::format("  other work-groups: {}\n", summary(sweep, own));
  text += fmt::format("  {:>11}  {:<19}  {:>11}  {:>10}  {:>15}\n", "work-group", "verdict",
                      "probability", "plan bytes", "resident groups");
  for (const ShapePrediction& shape : sweep.shapes) {
    const std::string name = (shape.local == own ? "* " : "") + shape_text(shape.local);
    if (!shape.verdict) {
      text += fmt::format("  {:>11}  {:<19}  {}\n", name, "-", shape.reason);
      continue;
    }
    text +=
        fmt::format("  {:>11}  {:<19}  {:>9} %  {:>10}  {:>15}\n", name, to_string(*shape.verdict),
                    percent(shape.probability), shape.local_bytes, shape.resident_groups);
  }
  return text;
}

std::string in_words(const Measurement& measurement, Verdict predicted) {
  if (measurement.status != Status::kCorrect) {
    return fmt::format("  measured: {}: {}\n", to_string(measurement.status), measurement.reason);
  }
  std::string judged = "a tie";
  if (!is_tie(measurement)) {
    const Verdict measured = measurement.speedup > 1.0 ? Verdict::kCache : Verdict::kLeave;
    const bool answered = predicted == Verdict::kCache || predicted == Verdict::kLeave;
    judged =
        fmt::format("{}, {}", measured == Verdict::kCache ? "caching pays" : "caching does not pay",
                    !answered               ? "where no answer was given"
                    : measured == predicted ? "as predicted"
                                            : "not as predicted");
  }
  return fmt::format("  measured: speedup {:.3f} ({:.3f} to {:.3f}): {}\n", measurement.speedup,
                     measurement.speedup_low, measurement.speedup_high, judged);
}

std::string in_words(const Exclusion& exclusion, const DeviceInfo& device) {
  return fmt::format(
      "'{}' and '{}' exclude each other: with both plans a work-group takes {} bytes of local "
      "memory, of {}\n",
      exclusion.first, exclusion.second, exclusion.local_bytes, device.local_bytes);
}

}  // namespace

std::string in_words(const PredictionReport& report, const DeviceInfo& device, Ranking ranking) {
  std::string text;
  for (std::size_t i = 0; i < report.predictions.size(); ++i) {
    const Prediction& prediction = report.predictions[i];
    text += '\n';
    if (ranking == Ranking::kTargets) text += fmt::format("{}. ", i + 1);
    text += in_words(prediction, device);
    if (!report.measurements.empty()) {
      text += in_words(report.measurements[i], prediction.answer.verdict);
    }
    if (!report.sweeps.empty()) text += in_words(report.sweeps[i], report.sweeps[i].own);
  }
  if (!report.rejected.empty()) text += '\n';
  for (const Rejection& rejection : report.rejected) {
    text += ranking == Ranking::kTargets ? fmt::format("cannot be cached: {}\n", rejection.reason)
                                         : fmt::format("{}\n  not predicted: {}\n",
                                                       rejection.benchmark_name, rejection.reason);
  }
  if (!report.exclusions.empty()) text += '\n';
  for (const Exclusion& exclusion : report.exclusions) text += in_words(exclusion, device);
  return text;
}

}  // namespace lmtune
