#include "lmtune/core/measurement.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace lmtune {
namespace {

constexpr std::array<std::pair<Status, std::string_view>, 6> kStatusWords{{
    {Status::kCorrect, "correct"},
    {Status::kCompile, "compile"},
    {Status::kRuntime, "runtime"},
    {Status::kCorrectness, "correctness"},
    {Status::kTimeout, "timeout"},
    {Status::kConstraints, "constraints"},
}};

}  // namespace

std::string to_string(Status status) {
  return std::string(kStatusWords[static_cast<std::size_t>(status)].second);
}

std::optional<Status> parse_status(std::string_view text) {
  for (const auto& [status, word] : kStatusWords) {
    if (word == text) return status;
  }
  return std::nullopt;
}

double median_launch_ns(std::span<const std::int64_t> samples_ns, std::uint32_t launches) {
  std::vector<std::int64_t> sorted(samples_ns.begin(), samples_ns.end());
  std::sort(sorted.begin(), sorted.end());
  const std::size_t middle = sorted.size() / 2;
  const auto upper = static_cast<double>(sorted[middle]);
  const double lower = sorted.size() % 2 == 0 ? static_cast<double>(sorted[middle - 1]) : upper;
  return (lower + upper) / 2.0 / launches;
}

bool is_decisive(double speedup) { return speedup > 1.05 || speedup < 0.95; }

bool is_tie(const Measurement& measurement) {
  return measurement.speedup_low <= 1.0 && measurement.speedup_high >= 1.0;
}

}  // namespace lmtune
