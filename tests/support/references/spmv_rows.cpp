#include <cmath>

#include "lmtune/base/parallel.h"
#include "support/references/reference.h"

namespace lmtune {
namespace {

template <typename Real>
void multiply(const Problem& problem, HostBuffers& buffers) {
  const std::size_t width = problem.count("width");
  const auto values = buffers.as<Real>("values"), x = buffers.as<Real>("x");
  const auto y = buffers.as<Real>("y");
  const auto columns = buffers.as<std::int32_t>("columns");
  parallel_for(problem.count("rows"), 0, [&](std::size_t row) {
    Real sum = 0;
    for (std::size_t entry = row * width; entry < (row + 1) * width; ++entry) {
      sum = std::fma(values[entry], x[static_cast<std::size_t>(columns[entry])], sum);
    }
    y[row] = sum;
  });
}

const RegisterReference kRegistered("spmv_rows", multiply<float>);
const RegisterReference kCsr("spmv_rows/csr", multiply<double>);

}  // namespace
}  // namespace lmtune
