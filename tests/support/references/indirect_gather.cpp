#include <algorithm>
#include <cmath>

#include "support/references/reference.h"

namespace lmtune {
namespace {

void multiply(const Benchmark& benchmark, HostBuffers& buffers) {
  const std::int64_t rows = value(benchmark, "rows");
  const auto x = buffers.as<float>("x"), weights = buffers.as<float>("weights");
  const auto indices = buffers.as<std::int32_t>("indices");
  const std::int64_t neighbours = value(benchmark, "neighbours");
  const std::int64_t pitch = static_cast<std::int64_t>(indices.size()) / neighbours;
  for (std::int64_t row = 0; row < rows; ++row) {
    float sum = 0.0f;
    for (std::int64_t j = 0; j < neighbours; ++j) {
      sum = std::fma(weights[j * pitch + row], x[indices[j * pitch + row]], sum);
    }
    buffers.as<float>("y")[row] = sum;
  }
}

void sum_density(const Benchmark& benchmark, HostBuffers& buffers) {
  const auto particles = buffers.as<float>("x");  // x, y, z, mass
  const auto indices = buffers.as<std::int32_t>("indices");
  const std::int64_t neighbours = value(benchmark, "neighbours");
  const std::int64_t half_reach = value(benchmark, "reach") / 2;
  for (std::int64_t particle = 0; particle < value(benchmark, "particles"); ++particle) {
    const float* own = &particles[4 * (particle + half_reach)];
    float sum = 0.0f;
    for (std::int64_t j = 0; j < neighbours; ++j) {
      const float* other = &particles[4 * indices[particle * neighbours + j]];
      const float dx = other[0] - own[0], dy = other[1] - own[1], dz = other[2] - own[2];
      const float inside = std::max(1.0f - std::fma(dx, dx, std::fma(dy, dy, dz * dz)), 0.0f);
      sum = std::fma(other[3] * inside * inside, inside, sum);
    }
    buffers.as<float>("y")[particle] = sum;
  }
}

const RegisterReference kMultiply("indirect_gather", multiply);
const RegisterReference kDensity("indirect_gather/density", sum_density);

}  // namespace
}  // namespace lmtune
