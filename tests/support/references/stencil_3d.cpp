#include <algorithm>
#include <array>
#include <cmath>

#include "lmtune/base/parallel.h"
#include "support/references/reference.h"

namespace lmtune {
namespace {

enum class Border { kMargin, kClamped };

template <Border border, typename Real>
void apply(const Problem& problem, HostBuffers& buffers) {
  const std::int64_t nx = problem.integer("nx"), ny = problem.integer("ny");
  const std::int64_t nz = problem.integer("nz");
  const auto in = buffers.as<Real>("in"), out = buffers.as<Real>("out");
  const auto cell = [&](std::int64_t x, std::int64_t y, std::int64_t z) {
    if (border == Border::kMargin) return in[((z + 1) * (ny + 2) + y + 1) * (nx + 2) + x + 1];
    return in[(std::clamp<std::int64_t>(z, 0, nz - 1) * ny +
               std::clamp<std::int64_t>(y, 0, ny - 1)) *
                  nx +
              std::clamp<std::int64_t>(x, 0, nx - 1)];
  };
  const Real centre_weight = static_cast<Real>(problem.number("centre_weight"));
  const Real side_weight = static_cast<Real>(problem.number("side_weight"));
  parallel_for(problem.count("nz"), 0, [&](std::size_t layer) {
    const auto z = static_cast<std::int64_t>(layer);
    for (std::int64_t i = 0; i < nx * ny; ++i) {
      const std::int64_t x = i % nx, y = i / nx;
      const std::array neighbours{cell(x - 1, y, z), cell(x + 1, y, z), cell(x, y - 1, z),
                                  cell(x, y + 1, z), cell(x, y, z - 1), cell(x, y, z + 1)};
      Real sum = centre_weight * cell(x, y, z);
      for (const Real neighbour : neighbours) sum = std::fma(side_weight, neighbour, sum);
      out[z * nx * ny + i] = sum;
    }
  });
}

const RegisterReference kFull("stencil_3d/full", apply<Border::kMargin, float>);
const RegisterReference kFaces("stencil_3d/full_faces", apply<Border::kMargin, float>);
const RegisterReference kClamped("stencil_3d/full_clamped", apply<Border::kClamped, float>);
const RegisterReference kMarch("stencil_3d/march", apply<Border::kClamped, float>);
const RegisterReference kMarchDouble("stencil_3d/march_double", apply<Border::kClamped, double>);

}  // namespace
}  // namespace lmtune
