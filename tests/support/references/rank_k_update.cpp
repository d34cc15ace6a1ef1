#include <cmath>

#include "lmtune/base/parallel.h"
#include "support/references/reference.h"

namespace lmtune {
namespace {

enum class Storage { kByRows, kByColumns };

template <Storage storage>
void update(const Problem& problem, HostBuffers& buffers) {
  const std::size_t m = problem.count("m"), n = problem.count("n"), k = problem.count("k");
  const auto t = buffers.as<float>("t"), c = buffers.as<float>("c");
  const auto element = [&](std::size_t row, std::size_t step) {
    return storage == Storage::kByRows ? t[row * k + step] : t[step * (n + m) + row];
  };
  parallel_for(m, 0, [&](std::size_t row) {
    for (std::size_t column = 0; column < n; ++column) {
      float sum = c[row * n + column];
      for (std::size_t step = 0; step < k; ++step) {
        sum = std::fma(element(n + row, step), element(column, step), sum);
      }
      c[row * n + column] = sum;
    }
  });
}

const RegisterReference kByRows("rank_k_update/rows", update<Storage::kByRows>);
const RegisterReference kByColumns("rank_k_update/columns", update<Storage::kByColumns>);

}  // namespace
}  // namespace lmtune
