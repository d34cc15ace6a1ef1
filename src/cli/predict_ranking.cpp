#include "cli/predict_ranking.h"

#include <algorithm>

namespace lmtune {
namespace {

/// What the kernel takes without any staging.
std::uint64_t own_local_bytes(const Prediction& prediction) {
  return static_cast<std::uint64_t>(prediction.features[Feature::kLocalBytes]);
}

}  // namespace

void rank(PredictionReport& report, const DeviceInfo& device) {
  std::vector<Prediction>& all = report.predictions;
  std::stable_sort(all.begin(), all.end(), [](const Prediction& a, const Prediction& b) {
    return a.answer.probability > b.answer.probability;
  });
  for (std::size_t i = 0; i < all.size(); ++i) {
    for (std::size_t j = i + 1; j < all.size(); ++j) {
      if (all[i].answer.verdict != Verdict::kCache || all[j].answer.verdict != Verdict::kCache)
        continue;
      const std::uint64_t bytes =
          own_local_bytes(all[i]) + all[i].plan.local_bytes + all[j].plan.local_bytes;
      if (bytes <= device.local_bytes) continue;
      report.exclusions.push_back({all[i].target, all[j].target, bytes});
    }
  }
}

}  // namespace lmtune
