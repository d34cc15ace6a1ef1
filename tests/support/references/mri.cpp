#include <algorithm>
#include <cmath>

#include "lmtune/base/parallel.h"
#include "support/references/reference.h"

namespace lmtune {
namespace {

void compute_q(const Problem& problem, HostBuffers& buffers) {
  const auto samples = buffers.as<float>("samples");  // kx, ky, kz, phi
  const auto x = buffers.as<float>("x"), y = buffers.as<float>("y"), z = buffers.as<float>("z");
  const auto real_sums = buffers.as<float>("real"), imaginary_sums = buffers.as<float>("imaginary");
  parallel_for(problem.count("voxels"), 0, [&](std::size_t voxel) {
    double real = 0.0, imaginary = 0.0;
    for (std::size_t at = 0; at < samples.size(); at += 4) {
      const double phase = static_cast<double>(samples[at]) * x[voxel] +
                           static_cast<double>(samples[at + 1]) * y[voxel] +
                           static_cast<double>(samples[at + 2]) * z[voxel];
      real += samples[at + 3] * std::cos(phase);
      imaginary += samples[at + 3] * std::sin(phase);
    }
    real_sums[voxel] = static_cast<float>(real);
    imaginary_sums[voxel] = static_cast<float>(imaginary);
  });
}

/// Adds every sample to the cells around it, rather than the cells' samples; a layer of cells at a
/// time. Each cell gets its samples in the kernel's order: bin by bin.
void compute_grid(const Problem& problem, HostBuffers& buffers) {
  const std::int64_t bins = problem.integer("bins"), bin = problem.integer("bin");
  const std::int64_t radius = problem.integer("radius"), size = problem.integer("size");
  const auto samples = buffers.as<float>("samples");  // x, y, z, real, imaginary, weight
  const auto bin_start = buffers.as<std::int32_t>("bin_start");
  const auto grid = buffers.as<float>("grid");  // real, imaginary
  std::fill(grid.begin(), grid.end(), 0.0f);
  const auto side = static_cast<float>(bin);
  const auto radius_squared = static_cast<float>(radius * radius);
  // Cells along an axis that a sample at `at` may reach, one more on each side for rounding.
  struct Cells {
    std::int64_t first, end;
  };
  const auto reached = [&](std::int64_t corner, float at) -> Cells {
    const auto cell = corner + static_cast<std::int64_t>(std::floor(at * side));
    return {std::max<std::int64_t>(cell - radius - 1, 0), std::min(cell + radius + 3, size)};
  };
  parallel_for(problem.count("size"), 0, [&](std::size_t layer) {
    const auto z = static_cast<std::int64_t>(layer);
    for (std::int64_t b = 0; b < bins * bins * bins; ++b) {
      const std::int64_t corner_x = b % bins * bin, corner_y = b / bins % bins * bin;
      const std::int64_t corner_z = b / (bins * bins) * bin;
      for (std::int32_t s = bin_start[b]; s < bin_start[b + 1]; ++s) {
        const float* sample = &samples[6 * s];
        const Cells xs = reached(corner_x, sample[0]), ys = reached(corner_y, sample[1]);
        const Cells zs = reached(corner_z, sample[2]);
        if (z < zs.first || z >= zs.end) continue;
        for (std::int64_t y = ys.first; y < ys.end; ++y) {
          for (std::int64_t x = xs.first; x < xs.end; ++x) {
            const float dx = std::fma(sample[0], -side, static_cast<float>(x - corner_x));
            const float dy = std::fma(sample[1], -side, static_cast<float>(y - corner_y));
            const float dz = std::fma(sample[2], -side, static_cast<float>(z - corner_z));
            const float distance_squared = std::fma(dz, dz, std::fma(dx, dx, dy * dy));
            if (distance_squared >= radius_squared) continue;
            const float inside = std::fma(distance_squared, -1.0f / radius_squared, 1.0f);
            const float weight = sample[5] * inside * inside;
            float* const cell = &grid[2 * ((z * size + y) * size + x)];
            cell[0] = std::fma(weight, sample[3], cell[0]);
            cell[1] = std::fma(weight, sample[4], cell[1]);
          }
        }
      }
    }
  });
}

// Sine and cosine differ between devices, and native ones more; no sum is near 0.
const RegisterReference kQ("mri/q", compute_q, {1e-5});
const RegisterReference kGridding("mri/gridding", compute_grid);

}  // namespace
}  // namespace lmtune
