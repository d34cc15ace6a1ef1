#include <algorithm>

#include "lmtune/base/parallel.h"
#include "support/references/reference.h"

namespace lmtune {
namespace {

/// The first index whose sum is not below the draw, or the last index.
template <typename T>
std::size_t first_not_below(std::span<const T> sums, T draw) {
  std::size_t at = 0;
  while (at + 1 < sums.size() && sums[at] < draw) ++at;
  return at;
}

template <typename T>
void find_draws(const Problem& problem, HostBuffers& buffers) {
  const std::span<const T> cdf = buffers.as<T>("cdf"), draws = buffers.as<T>("draws");
  const auto found = buffers.as<std::int32_t>("found");
  parallel_for(problem.count("m"), 0, [&](std::size_t i) {
    found[i] = static_cast<std::int32_t>(first_not_below(cdf, draws[i]));
  });
}

void find_draws_in_blocks(const Problem& problem, HostBuffers& buffers) {
  const std::size_t inner = problem.count("inner");
  const std::span<const std::int32_t> coarse = buffers.as<std::int32_t>("coarse");
  const std::span<const std::int32_t> cdf = buffers.as<std::int32_t>("cdf");
  const std::span<const std::int32_t> draws = buffers.as<std::int32_t>("draws");
  const auto found = buffers.as<std::int32_t>("found");
  parallel_for(problem.count("m"), 0, [&](std::size_t i) {
    const std::size_t first = first_not_below(coarse, draws[i]) * inner;
    found[i] =
        static_cast<std::int32_t>(first + first_not_below(cdf.subspan(first, inner), draws[i]));
  });
}

const RegisterReference kLinear("cdf_search", find_draws<float>);
const RegisterReference kSystematic("cdf_search/systematic", find_draws<double>);
const RegisterReference kBlocks("cdf_search/blocks", find_draws_in_blocks);

}  // namespace
}  // namespace lmtune
