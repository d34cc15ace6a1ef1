#include <cmath>
#include <limits>

#include "lmtune/base/parallel.h"
#include "support/references/reference.h"

namespace lmtune {
namespace {

/// One tridiagonal matrix: its diagonal and off-diagonal, `stride` apart.
template <typename Real>
struct Matrix {
  const Real* diagonal;
  const Real* off;
  std::size_t stride;
  std::size_t rows;
};

/// How many eigenvalues lie below x.
template <typename Real>
std::int32_t count_below(const Matrix<Real>& matrix, Real x, bool products) {
  const Real big = Real(1e12f), small = Real(1e-12f), tiny = Real(1e-30f);
  std::int32_t below = 0;
  Real last = products ? Real(1) : std::numeric_limits<Real>::infinity(), before = 0;
  for (std::size_t row = 0; row < matrix.rows; ++row) {
    const Real d = matrix.diagonal[row * matrix.stride], e = matrix.off[row * matrix.stride];
    if (products) {
      const Real next = std::fma(d - x, last, -(e * e) * before);
      if ((next < 0) != (last < 0)) ++below;
      const Real size = std::fabs(next);
      const Real scale = size > big ? small : size < small ? big : Real(1);
      before = last * scale;
      last = next * scale;
    } else {
      const Real next = (d - x) - (e * e) / last;
      last = std::fabs(next) < tiny ? -tiny : next;
      if (last < 0) ++below;
    }
  }
  return below;
}

template <typename Real>
void count(const Problem& problem, HostBuffers& buffers, bool batch, bool pairs) {
  const std::size_t rows = problem.count("rows"), points = problem.count("shifts");
  const bool products = problem.integer("products") != 0;
  const auto shifts = buffers.as<Real>("shifts");
  const auto counts = buffers.as<std::int32_t>("counts");
  const Real* diagonal = buffers.as<Real>(pairs ? "pairs" : "diagonal").data();
  const Real* off = pairs ? diagonal + 1 : buffers.as<Real>("off").data();
  const std::size_t stride = pairs ? 2 : 1;
  parallel_for((batch ? problem.count("matrices") : 1) * points, 0, [&](std::size_t at) {
    const std::size_t first = at / points * rows * stride;
    counts[at] =
        count_below<Real>({diagonal + first, off + first, stride, rows}, shifts[at], products);
  });
}

void refine(const Problem& problem, HostBuffers& buffers) {
  const std::size_t rows = problem.count("rows"), wanted = problem.count("wanted");
  const std::size_t rounds = problem.count("rounds"), units = problem.count("units");
  const bool products = problem.integer("products") != 0, hack = problem.integer("style") >= 2;
  const auto pairs = buffers.as<float>("pairs"), norms = buffers.as<float>("norms");
  const auto ends = buffers.as<float>("ends");
  const auto counts = buffers.as<std::int32_t>("counts");
  parallel_for(problem.count("matrices") * wanted, 0, [&](std::size_t at) {
    const float* first = pairs.data() + at / wanted * rows * 2;
    const Matrix<float> matrix{first, first + 1, 2, rows};
    const auto k = static_cast<std::int32_t>(at % wanted);
    float low = -norms[at / wanted], high = norms[at / wanted];
    for (std::size_t round = 0; round < rounds; ++round) {
      float new_low = low, new_high = high;
      // The last point with at most k below, and the first with more.
      for (std::size_t unit = 0; unit < units; ++unit) {
        const float part = static_cast<float>(unit + 1) / static_cast<float>(units + 1);
        const float x = std::fma(high - low, part, low);
        const std::int32_t below = count_below(matrix, x, products);
        if (below <= k) new_low = x;
        if (below > k && new_high == high) new_high = x;
        if (hack) counts[at] = below;
      }
      low = new_low;
      high = new_high;
    }
    ends[2 * at] = low;
    ends[2 * at + 1] = high;
  });
}

// Devices may divide less exactly than the host, which moves a count where a point is next to an
// eigenvalue.
const Tolerance kCounts{1e-2, Tolerance::To::kLargestResult};

const RegisterReference kDiagonal(
    "eigen_count/diagonal",
    [](const Problem& problem, HostBuffers& buffers) {
      count<float>(problem, buffers, false, false);
    },
    kCounts);
const RegisterReference kOff(
    "eigen_count/off",
    [](const Problem& problem, HostBuffers& buffers) {
      count<double>(problem, buffers, true, false);
    },
    kCounts);
const RegisterReference kPairs(
    "eigen_count",
    [](const Problem& problem, HostBuffers& buffers) {
      count<float>(problem, buffers, true, true);
    },
    kCounts);
const RegisterReference kRefine("eigen_count/refine", refine, kCounts);

}  // namespace
}  // namespace lmtune
