#include <cmath>

#include "support/references/reference.h"

namespace lmtune {
namespace {

enum class Storage { kByRows, kByColumns };

template <Storage storage>
void multiply(const Benchmark& benchmark, HostBuffers& buffers) {
  const std::int64_t rows = value(benchmark, "rows"), n = value(benchmark, "n");
  const auto m = buffers.as<float>("m"), v = buffers.as<float>("v"), y = buffers.as<float>("y");
  for (std::int64_t row = 0; row < rows; ++row) {
    float sum = 0.0f;
    for (std::int64_t column = 0; column < n; ++column) {
      const float element =
          storage == Storage::kByRows ? m[row * n + column] : m[column * rows + row];
      sum = std::fma(element, v[column], sum);
    }
    y[row] = sum;
  }
}

const RegisterReference kByRows("matrix_vector", multiply<Storage::kByRows>);
const RegisterReference kByColumnsM("matrix_vector/m_transposed", multiply<Storage::kByColumns>);
const RegisterReference kByColumnsV("matrix_vector/v_transposed", multiply<Storage::kByColumns>);

}  // namespace
}  // namespace lmtune
