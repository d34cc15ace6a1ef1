#include <algorithm>
#include <cmath>

#include "lmtune/base/parallel.h"
#include "support/references/reference.h"

namespace lmtune {
namespace {

enum class Storage { kFull, kPacked, kBanded };

template <Storage storage>
void solve(const Problem& problem, HostBuffers& buffers) {
  const std::int64_t n = problem.integer("n"), count = problem.integer("count");
  const std::int64_t width = storage == Storage::kBanded ? problem.integer("width") : n;
  const auto l = buffers.as<float>("l"), b = buffers.as<float>("b"), x = buffers.as<float>("x");
  const auto index = [&](std::int64_t row, std::int64_t column) {
    if (storage == Storage::kFull) return row * n + column;
    if (storage == Storage::kPacked) return row * (row - 1) / 2 + column;
    return row * width + column - (row - width);
  };
  parallel_for(problem.count("count"), 0, [&](std::size_t task) {
    const auto k = static_cast<std::int64_t>(task);
    for (std::int64_t row = 0; row < n; ++row) {
      float sum = b[row * count + k];
      for (std::int64_t column = std::max<std::int64_t>(row - width, 0); column < row; ++column) {
        sum = std::fma(-l[index(row, column)], x[column * count + k], sum);
      }
      x[row * count + k] = sum;
    }
  });
}

const RegisterReference kFull("triangular_solve/full", solve<Storage::kFull>);
const RegisterReference kPacked("triangular_solve/packed", solve<Storage::kPacked>);
const RegisterReference kBanded("triangular_solve/banded", solve<Storage::kBanded>);

}  // namespace
}  // namespace lmtune
