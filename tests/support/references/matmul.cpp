#include <cmath>

#include "support/references/reference.h"

namespace lmtune {
namespace {

const RegisterReference kMatmul("matmul", [](const Benchmark& benchmark, HostBuffers& buffers) {
  const std::int64_t m = value(benchmark, "m"), n = value(benchmark, "n");
  const std::int64_t k = value(benchmark, "k");
  const auto a = buffers.as<float>("a"), b = buffers.as<float>("b"), c = buffers.as<float>("c");
  for (std::int64_t row = 0; row < m; ++row) {
    for (std::int64_t column = 0; column < n; ++column) {
      float sum = 0.0f;
      for (std::int64_t step = 0; step < k; ++step) {
        sum = std::fma(a[row * k + step], b[step * n + column], sum);
      }
      c[row * n + column] = sum;
    }
  }
});

}  // namespace
}  // namespace lmtune
