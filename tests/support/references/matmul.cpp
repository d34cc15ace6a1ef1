#include <algorithm>
#include <cmath>

#include "lmtune/base/parallel.h"
#include "support/references/reference.h"

namespace lmtune {
namespace {

const RegisterReference kMatmul("matmul", [](const Problem& problem, HostBuffers& buffers) {
  const std::size_t n = problem.count("n"), k = problem.count("k");
  const auto a = buffers.as<float>("a"), b = buffers.as<float>("b"), c = buffers.as<float>("c");
  parallel_for(problem.count("m"), 0, [&](std::size_t row) {
    const auto sums = c.subspan(row * n, n);
    std::ranges::fill(sums, 0.0f);
    for (std::size_t step = 0; step < k; ++step) {
      for (std::size_t column = 0; column < n; ++column) {
        sums[column] = std::fma(a[row * k + step], b[step * n + column], sums[column]);
      }
    }
  });
});

}  // namespace
}  // namespace lmtune
