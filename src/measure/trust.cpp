#include "lmtune/measure/trust.h"

#include <algorithm>

#include "lmtune/measure/statistics.h"

namespace lmtune {

bool is_beneficial(const Measurement& measurement) { return measurement.speedup > 1.0; }

bool is_false_label(const Measurement& control, double margin) {
  return control.speedup_low > 1.0 + margin || control.speedup_high < 1.0 / (1.0 + margin);
}

bool agrees(const Measurement& first, const Measurement& repeat) {
  return is_beneficial(first) == is_beneficial(repeat);
}

double reference_spread(std::span<const std::int64_t> reference_ns) {
  if (reference_ns.empty()) return 0.0;
  const auto [least, most] = std::minmax_element(reference_ns.begin(), reference_ns.end());
  return static_cast<double>(*most - *least) / median({reference_ns.begin(), reference_ns.end()});
}

}  // namespace lmtune
