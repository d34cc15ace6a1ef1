#include <array>
#include <cmath>

#include "lmtune/base/parallel.h"
#include "support/references/reference.h"

namespace lmtune {
namespace {

struct Direction {
  std::int64_t x, y;
  float weight;
};
constexpr float kSide = 1.0f / 9.0f, kCorner = 1.0f / 36.0f;
constexpr std::array<Direction, 9> kDirections = {{{0, 0, 4.0f / 9.0f},
                                                   {1, 0, kSide},
                                                   {0, 1, kSide},
                                                   {-1, 0, kSide},
                                                   {0, -1, kSide},
                                                   {1, 1, kCorner},
                                                   {-1, 1, kCorner},
                                                   {-1, -1, kCorner},
                                                   {1, -1, kCorner}}};

enum class Layout { kCells, kPlanes };

template <Layout layout>
void step_fluid(const Problem& problem, HostBuffers& buffers) {
  const std::int64_t nx = problem.integer("nx"), ny = problem.integer("ny");
  const float omega = 0.8125f;
  const auto f = buffers.as<float>("f"), out = buffers.as<float>("out");
  const auto density = buffers.as<float>("density"), velocity = buffers.as<float>("velocity");
  const auto index = [&](std::int64_t k, std::int64_t x, std::int64_t y) {
    if (layout == Layout::kCells) return ((y + 1) * (nx + 2) + x + 1) * 9 + k;
    return (k * ny + (y + ny) % ny) * nx + (x + nx) % nx;
  };
  parallel_for(problem.count("ny"), 0, [&](std::size_t row) {
    const auto y = static_cast<std::int64_t>(row);
    for (std::int64_t x = 0; x < nx; ++x) {
      std::array<float, 9> value = {};
      float rho = 0.0f, flow_x = 0.0f, flow_y = 0.0f;
      for (std::int64_t k = 0; k < 9; ++k) {
        const Direction& to = kDirections[k];
        value[k] = f[index(k, x - to.x, y - to.y)];
        rho += value[k];
        flow_x += static_cast<float>(to.x) * value[k];
        flow_y += static_cast<float>(to.y) * value[k];
      }
      flow_x /= rho;
      flow_y /= rho;
      const float rest = std::fma(-1.5f, std::fma(flow_x, flow_x, flow_y * flow_y), 1.0f);
      for (std::int64_t k = 0; k < 9; ++k) {
        const Direction& to = kDirections[k];
        const float along = static_cast<float>(to.x) * flow_x + static_cast<float>(to.y) * flow_y;
        const float shape = std::fma(along, std::fma(4.5f, along, 3.0f), rest);
        out[index(k, x, y)] =
            std::fma(omega, std::fma(to.weight * rho, shape, -value[k]), value[k]);
      }
      density[y * nx + x] = rho;
      velocity[2 * (y * nx + x)] = flow_x;
      velocity[2 * (y * nx + x) + 1] = flow_y;
    }
  });
}

using Vector = std::array<float, 3>;

/// a + b x c, as the kernel adds.
Vector add_cross(const Vector& a, const Vector& b, const Vector& c) {
  return {std::fma(b[1], c[2], std::fma(-b[2], c[1], a[0])),
          std::fma(b[2], c[0], std::fma(-b[0], c[2], a[1])),
          std::fma(b[0], c[1], std::fma(-b[1], c[0], a[2]))};
}

void push_particles(const Problem& problem, HostBuffers& buffers) {
  const std::size_t fields = problem.count("fields");
  const float time_step = 0.125f;
  const Vector magnetic = {0.25f, -0.5f, 1.25f};
  const auto particles = buffers.as<float>("particles");
  const auto place = buffers.as<std::array<float, 4>>("place");
  const auto velocity = buffers.as<std::array<float, 4>>("velocity");
  parallel_for(problem.count("n"), 0, [&](std::size_t i) {
    const float* member = &particles[i * fields];
    const float half_push = 0.5f * time_step * (fields > 6 ? member[6] : 1.0f);
    Vector v = {member[3], member[4], member[5]};
    const auto accelerate = [&] {
      if (fields <= 10) return;
      for (std::size_t axis = 0; axis < 3; ++axis) {
        v[axis] = std::fma(half_push, member[8 + axis], v[axis]);
      }
    };
    accelerate();
    Vector t = magnetic;
    for (float& component : t) component *= half_push;
    const float twice =
        2.0f / std::fma(t[0], t[0], std::fma(t[1], t[1], std::fma(t[2], t[2], 1.0f)));
    Vector half = add_cross(v, v, t);
    for (float& component : half) component *= twice;
    v = add_cross(v, half, t);
    accelerate();
    if (fields > 11) {
      const float kept = std::fma(-time_step, member[11], 1.0f);
      for (float& component : v) component *= kept;
    }
    const float energy = std::fma(v[0], v[0], std::fma(v[1], v[1], v[2] * v[2]));
    velocity[i] = {v[0], v[1], v[2], fields > 7 ? energy * member[7] : energy};
    for (std::size_t axis = 0; axis < 3; ++axis) {
      place[i][axis] = std::fma(time_step, v[axis], member[axis]);
    }
    place[i][3] = 0.0f;
  });
}

// Divisions are inexact.
const Tolerance kTolerance = {1e-5, Tolerance::To::kLargestResult};
const RegisterReference kCells("lattice_stream/cells", step_fluid<Layout::kCells>, kTolerance);
const RegisterReference kPlanes("lattice_stream/planes", step_fluid<Layout::kPlanes>, kTolerance);
const RegisterReference kParticles("lattice_stream/particles", push_particles, kTolerance);

}  // namespace
}  // namespace lmtune
