#include "lmtune/base/parallel.h"
#include "support/references/reference.h"

namespace lmtune {
namespace {

template <typename T>
void transpose(const Problem& problem, HostBuffers& buffers) {
  const std::size_t rows = problem.count("rows"), columns = problem.count("columns");
  const auto in = buffers.as<T>("in"), out = buffers.as<T>("out");
  parallel_for(rows, 0, [&](std::size_t row) {
    for (std::size_t column = 0; column < columns; ++column) {
      out[column * rows + row] = in[row * columns + column];
    }
  });
}

const RegisterReference kTranspose("transpose", transpose<float>);
const RegisterReference kTransposeDouble("transpose/gather_double", transpose<double>);

}  // namespace
}  // namespace lmtune
