#include <cmath>

#include "support/references/reference.h"

namespace lmtune {
namespace {

enum class Storage { kByRows, kByColumns };

template <Storage storage>
void update(const Benchmark& benchmark, HostBuffers& buffers) {
  const std::int64_t m = value(benchmark, "m"), n = value(benchmark, "n");
  const std::int64_t k = value(benchmark, "k");
  const auto t = buffers.as<float>("t"), c = buffers.as<float>("c");
  const auto element = [&](std::int64_t row, std::int64_t step) {
    return storage == Storage::kByRows ? t[row * k + step] : t[step * (n + m) + row];
  };
  for (std::int64_t row = 0; row < m; ++row) {
    for (std::int64_t column = 0; column < n; ++column) {
      float sum = c[row * n + column];
      for (std::int64_t step = 0; step < k; ++step) {
        sum = std::fma(element(n + row, step), element(column, step), sum);
      }
      c[row * n + column] = sum;
    }
  }
}

const RegisterReference kByRows("rank_k_update/rows", update<Storage::kByRows>);
const RegisterReference kByColumns("rank_k_update/columns", update<Storage::kByColumns>);

}  // namespace
}  // namespace lmtune
