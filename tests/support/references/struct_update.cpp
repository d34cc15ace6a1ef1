#include <algorithm>
#include <cmath>

#include "lmtune/base/parallel.h"
#include "support/references/reference.h"

namespace lmtune {
namespace {

void equation_of_state(const Problem& problem, HostBuffers& buffers) {
  const std::size_t fields = problem.count("fields"), species = fields - 5;
  const std::int64_t steps = problem.integer("steps");
  const auto cells = buffers.as<float>("cells"), gases = buffers.as<float>("gases");
  const auto pressure = buffers.as<float>("pressure");
  const auto temperature = buffers.as<float>("temperature");
  const auto enthalpy = buffers.as<float>("enthalpy"), sound = buffers.as<float>("sound");
  parallel_for(problem.count("n"), 0, [&](std::size_t i) {
    const float* cell = &cells[i * fields];
    const float* shares = cell + 5;
    float t = 1.0f, capacity = 0.0f, gas = 0.0f;
    for (std::int64_t step = 0; step < steps; ++step) {
      float excess = -cell[4];
      capacity = 0.0f;
      for (std::size_t s = 0; s < species; ++s) {
        const float a = gases[3 * s], b = gases[3 * s + 1];
        excess = std::fma(shares[s] * t, std::fma(0.5f * b, t, a), excess);
        capacity = std::fma(shares[s], std::fma(b, t, a), capacity);
      }
      t -= excess / capacity;
    }
    for (std::size_t s = 0; s < species; ++s) gas = std::fma(shares[s], gases[3 * s + 2], gas);
    const float kinetic =
        0.5f * std::fma(cell[1], cell[1], std::fma(cell[2], cell[2], cell[3] * cell[3]));
    temperature[i] = t;
    pressure[i] = cell[0] * (gas * t);
    enthalpy[i] = std::fma(gas, t, cell[4] + kinetic);
    sound[i] = std::sqrt(gas * t * (1.0f + gas / capacity));
  });
}

struct Side {
  const float* cell = nullptr;
  float velocity = 0.0f, pressure = 0.0f, speed = 0.0f;

  Side(const float* fields, std::size_t count)
      : cell(fields), velocity(fields[1] / fields[0]), pressure(fields[count - 1]) {
    speed = std::abs(velocity) + std::sqrt(1.4f * pressure / fields[0]);
  }

  float flux(std::size_t f) const {
    float pressed = 0.0f;
    if (f == 1) pressed = pressure;
    if (f == 3) pressed = pressure * velocity;
    return std::fma(cell[f], velocity, pressed);
  }
};

float twice_flux(const Side& left, const Side& right, std::size_t f) {
  return std::fma(std::max(left.speed, right.speed), left.cell[f] - right.cell[f],
                  left.flux(f) + right.flux(f));
}

void step_in_time(const Problem& problem, HostBuffers& buffers) {
  const std::size_t n = problem.count("n"), fields = problem.count("fields");
  const float half_ratio = 0.125f;
  const auto cells = buffers.as<float>("cells"), out = buffers.as<float>("out");
  parallel_for(n, 0, [&](std::size_t i) {
    const Side left(&cells[i * fields], fields), own(&cells[(i + 1) * fields], fields);
    const Side right(&cells[(i + 2) * fields], fields);
    for (std::size_t f = 0; f + 1 < fields; ++f) {
      const float entered = std::fma(half_ratio, twice_flux(left, own, f), own.cell[f]);
      out[f * n + i] = std::fma(-half_ratio, twice_flux(own, right, f), entered);
    }
  });
}

// Divisions and roots are inexact; sums cancel.
const Tolerance kTolerance = {2e-5};
const RegisterReference kFields("struct_update/fields", equation_of_state, kTolerance);
const RegisterReference kFluxes("struct_update/fluxes", step_in_time,
                                {1e-5, Tolerance::To::kLargestResult});

}  // namespace
}  // namespace lmtune
