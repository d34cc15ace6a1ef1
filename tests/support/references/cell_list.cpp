#include <algorithm>
#include <array>
#include <cmath>

#include "lmtune/base/parallel.h"
#include "support/references/reference.h"

namespace lmtune {
namespace {

enum class Layout { kWithinCell, kPlanes, kDiscs };

/// The grid of cells, ghosts included.
struct Grid {
  std::int64_t x, y, z;
  std::int64_t ghosts;  ///< layers of cells that nobody computes
};

float push(Layout layout, float squared) {
  if (layout == Layout::kDiscs) return std::fma(0.75f, 1.0f / std::sqrt(squared), -1.0f);
  const float inverse = 0.0625f / std::max(squared, 0.046875f);
  const float cube = inverse * inverse * inverse;
  return std::fma(cube, cube, -0.5f * cube) * inverse;
}

template <Layout layout>
void add_forces(const Problem& problem, HostBuffers& buffers) {
  constexpr bool kFlat = layout == Layout::kDiscs;
  const std::int64_t capacity = problem.integer("capacity");
  const std::int64_t ghosts = kFlat ? 0 : 1;
  const Grid grid{.x = problem.integer("nx") + 2 * ghosts,
                  .y = problem.integer("ny") + 2 * ghosts,
                  .z = kFlat ? 1 : problem.integer("nz") + 2 * ghosts,
                  .ghosts = ghosts};
  const auto counts = buffers.as<std::int32_t>("counts");
  const auto place = [&](bool is_own, std::int64_t i) -> std::array<float, 4> {
    if constexpr (layout == Layout::kPlanes) {
      return {buffers.as<float>(is_own ? "own_x" : "x")[i],
              buffers.as<float>(is_own ? "own_y" : "y")[i],
              buffers.as<float>(is_own ? "own_z" : "z")[i], 1.0f};
    } else {
      const auto all = buffers.as<float>(is_own ? "own" : "positions");
      if constexpr (kFlat) return {all[2 * i], all[2 * i + 1], 0.0f, 1.0f};
      return {all[4 * i], all[4 * i + 1], all[4 * i + 2], all[4 * i + 3]};
    }
  };
  const auto set_force = [&](std::int64_t i, const std::array<float, 3>& sum) {
    if constexpr (layout == Layout::kPlanes) {
      buffers.as<float>("force_x")[i] = sum[0];
      buffers.as<float>("force_y")[i] = sum[1];
      buffers.as<float>("force_z")[i] = sum[2];
    } else {
      const auto force = buffers.as<float>("force");
      const std::int64_t width = kFlat ? 2 : 4;
      for (std::int64_t axis = 0; axis < (kFlat ? 2 : 3); ++axis) {
        force[width * i + axis] = sum[axis];
      }
    }
  };
  const auto cell_at = [&](std::int64_t x, std::int64_t y, std::int64_t z) {
    if (kFlat) return (y + grid.y) % grid.y * grid.x + (x + grid.x) % grid.x;
    return (z * grid.y + y) * grid.x + x;
  };
  const auto is_ghost = [&](std::int64_t at, std::int64_t count) {
    return at < grid.ghosts || at >= count - grid.ghosts;
  };
  const float reach = kFlat ? 0.75f * 0.75f : 0.875f;
  parallel_for(static_cast<std::size_t>(grid.x * grid.y * grid.z), 0, [&](std::size_t task) {
    const auto cell = static_cast<std::int64_t>(task);
    const std::int64_t x = cell % grid.x, y = cell / grid.x % grid.y, z = cell / grid.x / grid.y;
    if (is_ghost(x, grid.x) || is_ghost(y, grid.y) || (!kFlat && is_ghost(z, grid.z))) return;
    for (std::int64_t i = cell * capacity; i < cell * capacity + counts[cell]; ++i) {
      std::array<float, 3> sum{};
      for (std::int64_t near = 0; near < (kFlat ? 9 : 27); ++near) {
        const std::int64_t dx = near % 3 - 1, dy = near / 3 % 3 - 1, dz = kFlat ? 0 : near / 9 - 1;
        const std::int64_t other_cell = cell_at(x + dx, y + dy, z + dz);
        std::array<float, 4> own = place(true, i);
        if (layout != Layout::kPlanes) {
          own[0] -= static_cast<float>(dx);
          own[1] -= static_cast<float>(dy);
          own[2] -= static_cast<float>(dz);
        }
        for (std::int64_t j = 0; j < counts[other_cell]; ++j) {
          const std::array<float, 4> other = place(false, other_cell * capacity + j);
          const std::array<float, 3> way{own[0] - other[0], own[1] - other[1], own[2] - other[2]};
          const float squared = std::fma(way[0], way[0], std::fma(way[1], way[1], way[2] * way[2]));
          if (squared >= reach || (kFlat && squared == 0.0f)) continue;
          const float pushed = push(layout, squared) * other[3];
          for (std::size_t axis = 0; axis < 3; ++axis) {
            sum[axis] = std::fma(way[axis], pushed, sum[axis]);
          }
        }
      }
      set_force(i, sum);
    }
  });
}

/// For division, rsqrt() and forces that cancel.
constexpr Tolerance kTolerance{.relative = 1e-5, .to = Tolerance::To::kLargestResult};

const RegisterReference kPositions("cell_list", add_forces<Layout::kWithinCell>, kTolerance);
const RegisterReference kPlanes("cell_list/x", add_forces<Layout::kPlanes>, kTolerance);
const RegisterReference kDiscs("cell_list/discs", add_forces<Layout::kDiscs>, kTolerance);

}  // namespace
}  // namespace lmtune
