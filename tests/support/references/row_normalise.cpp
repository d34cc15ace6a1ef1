#include <algorithm>
#include <cmath>

#include "lmtune/base/parallel.h"
#include "support/references/reference.h"

namespace lmtune {
namespace {

constexpr double kEpsilon = 1e-5;

void normalise_rows(const Problem& problem, HostBuffers& buffers) {
  const std::int64_t width = problem.integer("width"), form = problem.integer("form");
  const auto in = buffers.as<float>("in");
  const auto gamma = buffers.as<float>("gamma"), beta = buffers.as<float>("beta");
  const auto out = buffers.as<float>("out"), totals = buffers.as<float>("totals");
  parallel_for(problem.count("rows"), 0, [&](std::size_t row) {
    const float* from = &in[row * static_cast<std::size_t>(width)];
    float* to = &out[row * static_cast<std::size_t>(width)];
    double shift = 0.0;  // the greatest or the mean
    if (form == 0) {
      shift = *std::max_element(from, from + width);
    } else if (form == 1) {
      for (std::int64_t j = 0; j < width; ++j) shift += from[j];
      shift /= static_cast<double>(width);
    }
    double total = 0.0;
    for (std::int64_t j = 0; j < width; ++j) {
      const double part = from[j] - shift;
      total += form == 0 ? std::exp(part) : part * part;
    }
    totals[row] = static_cast<float>(total);
    const double divisor = form == 1 ? static_cast<double>(width) : 1.0;
    const double factor = form == 0 ? 1.0 / total : 1.0 / std::sqrt(total / divisor + kEpsilon);
    for (std::int64_t j = 0; j < width; ++j) {
      const double part = from[j] - shift;
      double result = (form == 0 ? std::exp(part) : part) * factor;
      if (form == 1) {
        const auto column = static_cast<std::size_t>(j);
        result = result * gamma[column] + beta[column];
      }
      to[j] = static_cast<float>(result);
    }
  });
}

void standardise_columns(const Problem& problem, HostBuffers& buffers) {
  const std::size_t width = problem.count("width");
  const auto in = buffers.as<float>("in"), mean = buffers.as<float>("mean");
  const auto scale = buffers.as<float>("scale"), out = buffers.as<float>("out");
  parallel_for(problem.count("rows"), 0, [&](std::size_t row) {
    for (std::size_t j = 0; j < width; ++j) {
      out[row * width + j] = (in[row * width + j] - mean[j]) * scale[j];
    }
  });
}

void standardise_walk(const Problem& problem, HostBuffers& buffers) {
  const std::size_t rows = problem.count("rows"), width = problem.count("width");
  const bool feature_major = problem.integer("feature_major") != 0;
  const auto in = buffers.as<float>("in"), mean = buffers.as<float>("mean");
  const auto gamma = buffers.as<float>("gamma"), out = buffers.as<float>("out");
  const auto squares = buffers.as<float>("squares");
  parallel_for(rows, 0, [&](std::size_t row) {
    float sum = 0.0f;
    for (std::size_t j = 0; j < width; ++j) {
      const std::size_t at = feature_major ? j * rows + row : row * width + j;
      const float value = (in[at] - mean[j]) * gamma[j];
      out[at] = value;
      sum = std::fma(value, value, sum);
    }
    squares[row] = sum;
  });
}

// The host adds in double precision and computes other exponentials and roots.
constexpr Tolerance kInexact{1e-4, Tolerance::To::kLargestResult};

const RegisterReference kLanes("row_normalise/lanes", normalise_rows, kInexact);
const RegisterReference kGroup("row_normalise/group", normalise_rows, kInexact);
const RegisterReference kMean("row_normalise/mean", standardise_columns);
const RegisterReference kGamma("row_normalise/gamma", standardise_walk);

}  // namespace
}  // namespace lmtune
