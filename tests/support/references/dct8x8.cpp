#include <cmath>

#include "lmtune/base/parallel.h"
#include "support/references/reference.h"

namespace lmtune {
namespace {

enum class Table { kRowOfFrequency, kColumnOfFrequency };

template <Table table>
void transform(const Problem& problem, HostBuffers& buffers) {
  const std::int64_t width = problem.integer("width"), n = problem.integer("n");
  const bool by_rows = problem.integer("style") == 1;  // sums a row of the block at a time
  const auto image = buffers.as<float>("image"), table_values = buffers.as<float>("basis");
  const auto out = buffers.as<float>("out");
  const auto basis = [&](std::int64_t frequency, std::int64_t place) {
    return table_values[table == Table::kRowOfFrequency ? frequency * n + place
                                                        : place * n + frequency];
  };
  parallel_for(problem.count("height"), 0, [&](std::size_t row) {
    const auto y = static_cast<std::int64_t>(row);
    for (std::int64_t x = 0; x < width; ++x) {
      const std::int64_t u = x % n, v = y % n;
      float sum = 0.0f;
      for (std::int64_t i = 0; i < n; ++i) {
        float row_sum = 0.0f;
        for (std::int64_t j = 0; j < n; ++j) {
          const float pixel = image[(y - v + i) * width + x - u + j];
          if (by_rows) {
            row_sum = std::fma(basis(u, j), pixel, row_sum);
          } else {
            sum = std::fma(basis(u, j) * basis(v, i), pixel, sum);
          }
        }
        if (by_rows) sum = std::fma(basis(v, i), row_sum, sum);
      }
      out[y * width + x] = sum;
    }
  });
}

const RegisterReference kRows("dct8x8", transform<Table::kRowOfFrequency>);
const RegisterReference kColumns("dct8x8/basis_transposed", transform<Table::kColumnOfFrequency>);

}  // namespace
}  // namespace lmtune
