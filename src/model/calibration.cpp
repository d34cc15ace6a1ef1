#include "lmtune/model/calibration.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>

namespace lmtune {
namespace {

/// The value below which `share` of the sorted `values` lie; there must be one.
double quantile(std::span<const double> values, double share) {
  const auto last = static_cast<double>(values.size() - 1);
  return values[static_cast<std::size_t>(std::lround(share * last))];
}

}  // namespace

double probability_of(double log_odds, double temperature) {
  return 1.0 / (1.0 + std::exp(-temperature * log_odds));
}

double best_temperature(std::span<const double> log_odds, std::span<const Sample* const> samples) {
  constexpr double kLowest = 0.05, kHighest = 5.0;
  if (samples.empty()) return 1.0;
  // The loss is convex in the temperature, so its slope changes sign once.
  const auto slope = [&](double temperature) {
    double sum = 0.0;
    for (std::size_t i = 0; i < samples.size(); ++i) {
      const double truth = is_beneficial(*samples[i]) ? 1.0 : 0.0;
      sum += (probability_of(log_odds[i], temperature) - truth) * log_odds[i];
    }
    return sum;
  };
  double low = kLowest, high = kHighest;
  for (int halving = 0; halving < 40; ++halving) {
    const double middle = (low + high) / 2.0;
    (slope(middle) < 0.0 ? low : high) = middle;
  }
  return (low + high) / 2.0;
}

double log_loss(std::span<const double> probabilities, std::span<const Sample* const> samples) {
  double sum = 0.0;
  for (std::size_t i = 0; i < samples.size(); ++i) {
    const double truth = is_beneficial(*samples[i]) ? probabilities[i] : 1.0 - probabilities[i];
    sum -= std::log(std::max(truth, 1e-6));
  }
  return sum / static_cast<double>(samples.size());
}

double brier_score(std::span<const double> probabilities, std::span<const Sample* const> samples) {
  double sum = 0.0;
  for (std::size_t i = 0; i < samples.size(); ++i) {
    const double off = probabilities[i] - (is_beneficial(*samples[i]) ? 1.0 : 0.0);
    sum += off * off;
  }
  return samples.empty() ? 0.0 : sum / static_cast<double>(samples.size());
}

std::vector<ReliabilityBin> reliability(std::span<const double> probabilities,
                                        std::span<const Sample* const> samples) {
  constexpr std::size_t kBins = 10;
  std::array<ReliabilityBin, kBins> bins{};
  for (std::size_t i = 0; i < samples.size(); ++i) {
    const auto place = static_cast<std::size_t>(probabilities[i] * static_cast<double>(kBins));
    ReliabilityBin& bin = bins[std::min(place, kBins - 1)];
    ++bin.samples;
    bin.predicted += probabilities[i];
    bin.observed += is_beneficial(*samples[i]) ? 1.0 : 0.0;
  }
  std::vector<ReliabilityBin> filled;
  for (ReliabilityBin bin : bins) {
    if (bin.samples == 0) continue;
    bin.predicted /= static_cast<double>(bin.samples);
    bin.observed /= static_cast<double>(bin.samples);
    filled.push_back(bin);
  }
  return filled;
}

double sureness_of_share(std::span<const double> probabilities, double share) {
  if (probabilities.empty()) return 0.5;
  std::vector<double> sure;
  for (const double p : probabilities) sure.push_back(std::max(p, 1.0 - p));
  std::sort(sure.begin(), sure.end());
  const auto unsure =
      static_cast<std::size_t>((1.0 - share) * static_cast<double>(sure.size()) + 1e-9);
  return sure[std::min(unsure, sure.size() - 1)];
}

std::vector<SpeedupRange> speedup_ranges(std::span<const double> predicted,
                                         std::span<const Sample* const> samples) {
  constexpr std::size_t kMostRanges = 5, kFewestSamples = 50;
  constexpr double kTail = 0.1;
  if (samples.empty()) return {};
  std::vector<std::size_t> order(samples.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return predicted[a] < predicted[b]; });
  const std::size_t count = std::clamp(order.size() / kFewestSamples, std::size_t{1}, kMostRanges);
  std::vector<SpeedupRange> ranges;
  for (std::size_t r = 0; r < count; ++r) {
    const std::size_t begin = r * order.size() / count, end = (r + 1) * order.size() / count;
    std::vector<double> errors;
    for (std::size_t i = begin; i < end; ++i) {
      errors.push_back(std::log(samples[order[i]]->speedup) - predicted[order[i]]);
    }
    std::sort(errors.begin(), errors.end());
    ranges.push_back(
        {predicted[order[end - 1]], quantile(errors, kTail), quantile(errors, 1.0 - kTail)});
  }
  ranges.back().up_to = std::numeric_limits<double>::max();
  return ranges;
}

}  // namespace lmtune
