#include <algorithm>
#include <cmath>

#include "lmtune/base/parallel.h"
#include "support/references/reference.h"

namespace lmtune {
namespace {

/// The weights are the case's constants.
void conduct(const Problem& problem, HostBuffers& buffers) {
  const std::int64_t nx = problem.integer("nx"), ny = problem.integer("ny");
  const auto t = buffers.as<float>("t"), power = buffers.as<float>("power");
  const auto out = buffers.as<float>("out");
  const auto cell = [&](std::int64_t x, std::int64_t y) {
    return t[std::clamp<std::int64_t>(y, 0, ny - 1) * nx + std::clamp<std::int64_t>(x, 0, nx - 1)];
  };
  parallel_for(problem.count("ny"), 0, [&](std::size_t row) {
    const auto y = static_cast<std::int64_t>(row);
    for (std::int64_t x = 0; x < nx; ++x) {
      float sum = std::fma(0.75f, power[y * nx + x], 4.6875f);
      sum = std::fma(0.421875f, cell(x, y), sum);
      sum = std::fma(0.125f, cell(x - 1, y), sum);
      sum = std::fma(0.125f, cell(x + 1, y), sum);
      sum = std::fma(0.15625f, cell(x, y - 1), sum);
      out[y * nx + x] = std::fma(0.15625f, cell(x, y + 1), sum);
    }
  });
}

void diffuse(const Problem& problem, HostBuffers& buffers) {
  const std::int64_t nx = problem.integer("nx"), ny = problem.integer("ny");
  const auto t = buffers.as<double>("t"), coefficient = buffers.as<double>("coefficient");
  const auto out = buffers.as<double>("out");
  parallel_for(problem.count("ny"), 0, [&](std::size_t row) {
    const auto y = static_cast<std::int64_t>(row);
    if (y == 0 || y == ny - 1) return;
    for (std::int64_t x = 1; x < nx - 1; ++x) {
      const std::int64_t at = y * nx + x;
      double sum = -t[at];
      for (const std::int64_t side : {at - nx, at - 1, at + 1, at + nx}) {
        sum = std::fma(0.1875, t[side], sum);
      }
      for (const std::int64_t corner : {at - nx - 1, at - nx + 1, at + nx - 1, at + nx + 1}) {
        sum = std::fma(0.0625, t[corner], sum);
      }
      out[at] = std::fma(coefficient[at], sum, t[at]);
    }
  });
}

void step_fields(const Problem& problem, HostBuffers& buffers) {
  const std::int64_t nx = problem.integer("nx");
  const auto h = buffers.as<float>("h"), medium = buffers.as<float>("medium");
  const auto ex = buffers.as<float>("ex"), ey = buffers.as<float>("ey");
  parallel_for(problem.count("ny"), 0, [&](std::size_t row) {
    const auto y = static_cast<std::int64_t>(row);
    for (std::int64_t x = 0; x < nx; ++x) {
      const std::int64_t at = y * nx + x;
      if (y > 0) ex[at] = std::fma(medium[at], h[at] - h[at - nx], ex[at]);
      if (x > 0) ey[at] = std::fma(medium[at], h[at - 1] - h[at], ey[at]);
    }
  });
}

const RegisterReference kTemperature("diffusion_2d/temperature", conduct);
const RegisterReference kNinePoint("diffusion_2d/nine_point", diffuse);
const RegisterReference kFields("diffusion_2d/fields", step_fields);

}  // namespace
}  // namespace lmtune
