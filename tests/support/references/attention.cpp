#include <algorithm>
#include <cmath>
#include <vector>

#include "lmtune/base/parallel.h"
#include "support/references/reference.h"

namespace lmtune {
namespace {

/// Scores as the kernel adds them, all else in double precision and two passes.
template <bool with_values>
void attend(const Problem& problem, HostBuffers& buffers) {
  const std::size_t queries = problem.count("queries"), keys = problem.count("keys");
  const std::size_t size = problem.count("size");
  const auto q = buffers.as<float>("q"), k = buffers.as<float>("k");
  const auto maximum = buffers.as<float>("maximum"), total = buffers.as<float>("total");
  std::span<float> v, out;
  if (with_values) {
    v = buffers.as<float>("v");
    out = buffers.as<float>("out");
  }
  parallel_for(problem.count("heads") * queries, 0, [&](std::size_t row) {
    const std::size_t first_key = row / queries * keys;
    std::vector<float> scores(keys, 0.0f);
    for (std::size_t j = 0; j < keys; ++j) {
      for (std::size_t d = 0; d < size; ++d) {
        scores[j] = std::fma(q[row * size + d], k[(first_key + j) * size + d], scores[j]);
      }
    }
    const double greatest = *std::max_element(scores.begin(), scores.end());
    double sum = 0.0;
    std::vector<double> mix(size, 0.0);
    for (std::size_t j = 0; j < keys; ++j) {
      const double weight = std::exp(scores[j] - greatest);
      sum += weight;
      if (!with_values) continue;
      for (std::size_t d = 0; d < size; ++d) mix[d] += weight * v[(first_key + j) * size + d];
    }
    maximum[row] = static_cast<float>(greatest);
    total[row] = static_cast<float>(sum);
    if (!with_values) return;
    for (std::size_t d = 0; d < size; ++d) out[row * size + d] = static_cast<float>(mix[d] / sum);
  });
}

void softmax(const Problem& problem, HostBuffers& buffers) {
  const std::size_t columns = problem.count("columns");
  const auto matrix = buffers.as<float>("matrix"), out = buffers.as<float>("out");
  const auto maximum = buffers.as<float>("maximum"), total = buffers.as<float>("total");
  parallel_for(problem.count("rows"), 0, [&](std::size_t row) {
    const auto scores = matrix.subspan(row * columns, columns);
    const double greatest = *std::max_element(scores.begin(), scores.end());
    double sum = 0.0;
    for (const float score : scores) sum += std::exp(score - greatest);
    for (std::size_t i = 0; i < columns; ++i) {
      out[row * columns + i] = static_cast<float>(std::exp(scores[i] - greatest) / sum);
    }
    maximum[row] = static_cast<float>(greatest);
    total[row] = static_cast<float>(sum);
  });
}

// The kernel's exponentials are inexact, native ones more, and it adds thousands of them in float.
const RegisterReference kKeys("attention/keys", attend<false>, {1e-4});
const RegisterReference kValues("attention/values", attend<true>, {1e-4});
const RegisterReference kRows("attention/rows", softmax, {1e-4});

}  // namespace
}  // namespace lmtune
