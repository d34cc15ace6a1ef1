#include <algorithm>
#include <cmath>

#include "lmtune/base/parallel.h"
#include "support/references/reference.h"

namespace lmtune {
namespace {

void multiply(const Problem& problem, HostBuffers& buffers) {
  const auto x = buffers.as<float>("x"), weights = buffers.as<float>("weights");
  const auto indices = buffers.as<std::int32_t>("indices");
  const auto y = buffers.as<float>("y");
  const std::int64_t neighbours = problem.integer("neighbours");
  const std::int64_t pitch = static_cast<std::int64_t>(indices.size()) / neighbours;
  parallel_for(problem.count("rows"), 0, [&](std::size_t task) {
    const auto row = static_cast<std::int64_t>(task);
    float sum = 0.0f;
    for (std::int64_t j = 0; j < neighbours; ++j) {
      sum = std::fma(weights[j * pitch + row], x[indices[j * pitch + row]], sum);
    }
    y[row] = sum;
  });
}

void sum_density(const Problem& problem, HostBuffers& buffers) {
  const auto particles = buffers.as<float>("x");  // x, y, z, mass
  const auto indices = buffers.as<std::int32_t>("indices");
  const std::int64_t neighbours = problem.integer("neighbours");
  const std::int64_t half_reach = problem.integer("reach") / 2;
  const auto y = buffers.as<float>("y");
  parallel_for(problem.count("particles"), 0, [&](std::size_t task) {
    const auto particle = static_cast<std::int64_t>(task);
    const float* own = &particles[4 * (particle + half_reach)];
    float sum = 0.0f;
    for (std::int64_t j = 0; j < neighbours; ++j) {
      const float* other = &particles[4 * indices[particle * neighbours + j]];
      const float dx = other[0] - own[0], dy = other[1] - own[1], dz = other[2] - own[2];
      const float inside = std::max(1.0f - std::fma(dx, dx, std::fma(dy, dy, dz * dz)), 0.0f);
      sum = std::fma(other[3] * inside * inside, inside, sum);
    }
    y[particle] = sum;
  });
}

const RegisterReference kMultiply("indirect_gather", multiply);
const RegisterReference kDensity("indirect_gather/density", sum_density);

}  // namespace
}  // namespace lmtune
