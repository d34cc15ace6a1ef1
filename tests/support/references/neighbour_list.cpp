#include <algorithm>
#include <array>
#include <cmath>

#include "lmtune/base/parallel.h"
#include "support/references/reference.h"

namespace lmtune {
namespace {

enum class Layout { kRows, kPlanes };
enum class Force { kLennardJones, kScreened };

float push(Force force, float squared, float weights) {
  if (force == Force::kScreened) {
    const float distance = std::sqrt(std::max(squared, 0.01f));
    const float decay = std::exp(-1.5f * distance) / (distance * distance * distance);
    return weights * decay * std::fma(1.5f, distance, 1.0f);
  }
  const float inverse = 0.1f / std::max(squared, 0.05f);
  const float cube = inverse * inverse * inverse;
  return weights * std::fma(cube, cube, -0.5f * cube) * inverse;
}

template <Layout layout, Force kind>
void add_forces(const Problem& problem, HostBuffers& buffers) {
  const std::size_t neighbours = problem.count("neighbours"), pitch = problem.count("pitch");
  const std::size_t middle = problem.count("reach") / 2;
  const auto positions = buffers.as<std::array<float, 4>>("positions");
  const auto force = buffers.as<std::array<float, 4>>("force");
  const auto list = buffers.as<std::int32_t>("list");
  parallel_for(problem.count("atoms"), 0, [&](std::size_t atom) {
    const auto& own = positions[atom + middle];
    std::array<float, 4> sum = {};
    for (std::size_t j = 0; j < neighbours; ++j) {
      const std::size_t at = layout == Layout::kRows ? atom * neighbours + j : j * pitch + atom;
      const auto& other = positions[static_cast<std::size_t>(list[at])];
      const std::array<float, 3> way = {own[0] - other[0], own[1] - other[1], own[2] - other[2]};
      const float squared = std::fma(way[0], way[0], std::fma(way[1], way[1], way[2] * way[2]));
      if (squared >= 0.75f) continue;
      const float strength = push(kind, squared, own[3] * other[3]);
      for (std::size_t axis = 0; axis < 3; ++axis) {
        sum[axis] = std::fma(strength, way[axis], sum[axis]);
      }
    }
    force[atom] = sum;
  });
}

// Divisions and exp() are inexact; forces from all sides cancel.
const Tolerance kTolerance = {1e-5, Tolerance::To::kLargestResult};
const RegisterReference kRows("neighbour_list/list_rows",
                              add_forces<Layout::kRows, Force::kLennardJones>, kTolerance);
const RegisterReference kPlanes("neighbour_list/list_planes",
                                add_forces<Layout::kPlanes, Force::kLennardJones>, kTolerance);
const RegisterReference kPositions("neighbour_list/positions",
                                   add_forces<Layout::kPlanes, Force::kScreened>, kTolerance);

}  // namespace
}  // namespace lmtune
