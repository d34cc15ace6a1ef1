#include <algorithm>
#include <cmath>

#include "lmtune/base/parallel.h"
#include "support/references/reference.h"

namespace lmtune {
namespace {

float scale_of(std::int64_t rows) {
  return static_cast<float>(1.0 / static_cast<double>(rows - 1));
}

void compute_pairs(const Problem& problem, HostBuffers& buffers) {
  const std::int64_t rows = problem.integer("rows"), columns = problem.integer("columns");
  const auto data = buffers.as<float>("data"), mean = buffers.as<float>("mean");
  const auto covariance = buffers.as<float>("covariance");
  parallel_for(problem.count("columns"), 0, [&](std::size_t task) {
    const auto i = static_cast<std::int64_t>(task);
    for (std::int64_t j = 0; j < columns; ++j) {
      float sum = 0.0f;
      for (std::int64_t row = 0; row < rows; ++row) {
        const float* observation = &data[row * columns];
        sum = std::fma(observation[i] - mean[i], observation[j] - mean[j], sum);
      }
      covariance[i * columns + j] = sum * scale_of(rows);
    }
  });
}

void compute_column(const Problem& problem, HostBuffers& buffers) {
  const std::int64_t rows = problem.integer("rows");
  const std::int64_t p = problem.integer("p"), q = problem.integer("q");
  const auto x = buffers.as<float>("x"), y = buffers.as<float>("y");
  const auto mean_x = buffers.as<float>("mean_x"), mean_y = buffers.as<float>("mean_y");
  const auto covariance = buffers.as<float>("covariance");
  parallel_for(problem.count("p"), 0, [&](std::size_t task) {
    const auto i = static_cast<std::int64_t>(task);
    const auto sums = covariance.subspan(task * problem.count("q"), problem.count("q"));
    std::ranges::fill(sums, 0.0f);
    for (std::int64_t row = 0; row < rows; ++row) {
      const float of_i = x[row * p + i] - mean_x[i];
      for (std::int64_t j = 0; j < q; ++j) {
        sums[j] = std::fma(of_i, y[row * q + j] - mean_y[j], sums[j]);
      }
    }
    for (float& sum : sums) sum *= scale_of(rows);
  });
}

void compute_band(const Problem& problem, HostBuffers& buffers) {
  const std::int64_t rows = problem.integer("rows"), columns = problem.integer("columns");
  const std::int64_t lags = problem.integer("lags"), pitch = columns + lags;
  const auto data = buffers.as<float>("data"), mean = buffers.as<float>("mean");
  const auto covariance = buffers.as<float>("covariance");
  parallel_for(problem.count("columns"), 0, [&](std::size_t task) {
    const auto i = static_cast<std::int64_t>(task);
    for (std::int64_t lag = 1; lag <= lags; ++lag) {
      float sum = 0.0f;
      for (std::int64_t row = 0; row < rows; ++row) {
        const float* observation = &data[row * pitch + i];
        sum = std::fma(observation[0] - mean[i], observation[lag] - mean[i + lag], sum);
      }
      covariance[(lag - 1) * columns + i] = sum * scale_of(rows);
    }
  });
}

const RegisterReference kPairs("covariance/pairs", compute_pairs);
const RegisterReference kColumn("covariance/column", compute_column);
const RegisterReference kBand("covariance/band", compute_band);

}  // namespace
}  // namespace lmtune
