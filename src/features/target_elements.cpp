#include "features/target_elements.h"

#include <algorithm>

namespace lmtune {

void sort_distinct(std::vector<std::uint64_t>& values) {
  if (values.empty()) return;
  const auto [low, high] = std::minmax_element(values.begin(), values.end());
  const std::uint64_t first = *low;
  const std::uint64_t range = *high - first + 1;
  if (range > 16 * values.size()) {
    std::sort(values.begin(), values.end());
    values.erase(std::unique(values.begin(), values.end()), values.end());
    return;
  }
  // Most footprints are dense: marking beats sorting several times over.
  std::vector<char> marked(range, 0);
  for (const std::uint64_t value : values) marked[value - first] = 1;
  values.clear();
  for (std::uint64_t i = 0; i < range; ++i) {
    if (marked[i] != 0) values.push_back(first + i);
  }
}

}  // namespace lmtune
