#include <cmath>

#include "lmtune/base/parallel.h"
#include "support/references/reference.h"

namespace lmtune {
namespace {

enum class Storage { kByRows, kByColumns };

template <Storage storage>
void multiply(const Problem& problem, HostBuffers& buffers) {
  const std::size_t rows = problem.count("rows"), n = problem.count("n");
  const auto m = buffers.as<float>("m"), v = buffers.as<float>("v"), y = buffers.as<float>("y");
  parallel_for(rows, 0, [&](std::size_t row) {
    float sum = 0.0f;
    for (std::size_t column = 0; column < n; ++column) {
      const float element =
          storage == Storage::kByRows ? m[row * n + column] : m[column * rows + row];
      sum = std::fma(element, v[column], sum);
    }
    y[row] = sum;
  });
}

const RegisterReference kByRows("matrix_vector", multiply<Storage::kByRows>);
const RegisterReference kByColumnsM("matrix_vector/m_transposed", multiply<Storage::kByColumns>);
const RegisterReference kByColumnsV("matrix_vector/v_transposed", multiply<Storage::kByColumns>);

}  // namespace
}  // namespace lmtune
