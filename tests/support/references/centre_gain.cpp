#include <cmath>

#include "lmtune/base/parallel.h"
#include "support/references/reference.h"

namespace lmtune {
namespace {

enum class Layout { kColumns, kRows };

template <Layout layout>
void find_savings(const Problem& problem, HostBuffers& buffers) {
  const std::int64_t count = problem.integer("points"), dims = problem.integer("dims");
  const auto points = buffers.as<float>("points"), centre = buffers.as<float>("centre");
  const auto weights = buffers.as<float>("weights"), costs = buffers.as<float>("costs");
  const auto saving = buffers.as<float>("saving");
  const auto moves = buffers.as<std::int32_t>("moves");
  parallel_for(problem.count("points"), 0, [&](std::size_t task) {
    const auto point = static_cast<std::int64_t>(task);
    float sum = 0.0f;
    for (std::int64_t d = 0; d < dims; ++d) {
      const float there = points[layout == Layout::kRows ? point * dims + d : d * count + point];
      const float difference = there - centre[d];
      sum = std::fma(difference, difference, sum);
    }
    const float less = std::fma(-weights[point], sum, costs[point]);
    moves[point] = less > 0.0f ? 1 : 0;
    saving[point] = less > 0.0f ? less : 0.0f;
  });
}

const RegisterReference kRows("centre_gain", find_savings<Layout::kRows>);
const RegisterReference kColumns("centre_gain/centre", find_savings<Layout::kColumns>);

}  // namespace
}  // namespace lmtune
