#include "support/references/reference.h"

namespace lmtune {
namespace {

template <typename T>
void transpose(const Benchmark& benchmark, HostBuffers& buffers) {
  const std::int64_t rows = value(benchmark, "rows"), columns = value(benchmark, "columns");
  const auto in = buffers.as<T>("in"), out = buffers.as<T>("out");
  for (std::int64_t row = 0; row < rows; ++row) {
    for (std::int64_t column = 0; column < columns; ++column) {
      out[column * rows + row] = in[row * columns + column];
    }
  }
}

const RegisterReference kTranspose("transpose", transpose<float>);
const RegisterReference kTransposeDouble("transpose/gather_double", transpose<double>);

}  // namespace
}  // namespace lmtune
