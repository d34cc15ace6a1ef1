#include <cmath>

#include "support/references/reference.h"

namespace lmtune {
namespace {

void compute_q(const Benchmark& benchmark, HostBuffers& buffers) {
  const auto samples = buffers.as<float>("samples");  // kx, ky, kz, phi
  const auto x = buffers.as<float>("x"), y = buffers.as<float>("y"), z = buffers.as<float>("z");
  const std::int64_t voxels = value(benchmark, "voxels");
  for (std::int64_t voxel = 0; voxel < voxels; ++voxel) {
    double real = 0.0, imaginary = 0.0;
    for (std::size_t at = 0; at < samples.size(); at += 4) {
      const double phase = static_cast<double>(samples[at]) * x[voxel] +
                           static_cast<double>(samples[at + 1]) * y[voxel] +
                           static_cast<double>(samples[at + 2]) * z[voxel];
      real += samples[at + 3] * std::cos(phase);
      imaginary += samples[at + 3] * std::sin(phase);
    }
    buffers.as<float>("real")[voxel] = static_cast<float>(real);
    buffers.as<float>("imaginary")[voxel] = static_cast<float>(imaginary);
  }
}

/// Adds every sample to the cells, rather than the cells' samples. Each cell gets its samples in
/// the kernel's order: bin by bin.
void compute_grid(const Benchmark& benchmark, HostBuffers& buffers) {
  const std::int64_t bins = value(benchmark, "bins"), bin = value(benchmark, "bin");
  const std::int64_t radius = value(benchmark, "radius"), size = value(benchmark, "size");
  const auto samples = buffers.as<float>("samples");  // x, y, z, real, imaginary, weight
  const auto bin_start = buffers.as<std::int32_t>("bin_start");
  const auto grid = buffers.as<float>("grid");  // real, imaginary
  std::fill(grid.begin(), grid.end(), 0.0f);
  const auto side = static_cast<float>(bin);
  const auto radius_squared = static_cast<float>(radius * radius);
  for (std::int64_t b = 0; b < bins * bins * bins; ++b) {
    const std::int64_t corner_x = b % bins * bin, corner_y = b / bins % bins * bin;
    const std::int64_t corner_z = b / (bins * bins) * bin;
    for (std::int32_t s = bin_start[b]; s < bin_start[b + 1]; ++s) {
      const float* sample = &samples[6 * s];
      for (std::int64_t cell = 0; cell < size * size * size; ++cell) {
        const std::int64_t x = cell % size, y = cell / size % size, z = cell / (size * size);
        const float dx = std::fma(sample[0], -side, static_cast<float>(x - corner_x));
        const float dy = std::fma(sample[1], -side, static_cast<float>(y - corner_y));
        const float dz = std::fma(sample[2], -side, static_cast<float>(z - corner_z));
        const float distance_squared = std::fma(dz, dz, std::fma(dx, dx, dy * dy));
        if (distance_squared >= radius_squared) continue;
        const float inside = std::fma(distance_squared, -1.0f / radius_squared, 1.0f);
        const float weight = sample[5] * inside * inside;
        grid[2 * cell] = std::fma(weight, sample[3], grid[2 * cell]);
        grid[2 * cell + 1] = std::fma(weight, sample[4], grid[2 * cell + 1]);
      }
    }
  }
}

// Sine and cosine differ between devices, and native ones more; no sum is near 0.
const RegisterReference kQ("mri/q", compute_q, 1e-5);
const RegisterReference kGridding("mri/gridding", compute_grid);

}  // namespace
}  // namespace lmtune
