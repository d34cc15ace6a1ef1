#include "lmtune/measure/stopping_rule.h"

#include <cmath>

namespace lmtune {

std::optional<StopReason> stop_reason(const MedianInterval& log_ratio, std::size_t pairs,
                                      std::int64_t elapsed_ns, const StoppingOptions& options) {
  const double margin = std::log1p(options.margin);
  if (pairs >= options.min_pairs) {
    if (log_ratio.low > margin || log_ratio.high < -margin) return StopReason::kDifferent;
    if (log_ratio.low >= -margin && log_ratio.high <= margin) return StopReason::kTie;
  }
  if (pairs >= options.max_pairs) return StopReason::kPairs;
  if (elapsed_ns >= options.max_ns) return StopReason::kTime;
  return std::nullopt;
}

}  // namespace lmtune
