#include "lmtune/core/run_summary.h"

#include <numeric>

namespace lmtune {

double RunSummary::per_second() const {
  const std::size_t done = std::accumulate(by_status.begin(), by_status.end(), std::size_t{0});
  return seconds > 0.0 ? static_cast<double>(done - kept) / seconds : 0.0;
}

double RunSummary::device_share() const {
  return seconds > 0.0 ? times.kernels / seconds / static_cast<double>(devices) : 0.0;
}

}  // namespace lmtune
