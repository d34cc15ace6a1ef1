#include "lmtune/base/parallel.h"
#include "support/references/reference.h"

namespace lmtune {
namespace {

void walk(const Problem& problem, HostBuffers& buffers) {
  const std::size_t values = problem.count("values"), trees = problem.count("trees");
  const std::size_t depth = problem.count("depth");
  const std::size_t nodes = (std::size_t{1} << depth) - 1;
  const auto samples = buffers.as<float>("samples"), threshold = buffers.as<float>("threshold");
  const auto leaves = buffers.as<float>("leaves"), result = buffers.as<float>("result");
  const auto choice = buffers.as<std::int32_t>("choice");
  parallel_for(problem.count("samples"), 0, [&](std::size_t s) {
    float sum = 0.0f;
    for (std::size_t tree = 0; tree < trees; ++tree) {
      std::size_t node = 0;
      for (std::size_t level = 0; level < depth; ++level) {
        const std::size_t at = tree * nodes + node;
        const float value = samples[s * values + static_cast<std::size_t>(choice[at])];
        node = 2 * node + (value > threshold[at] ? 2 : 1);
      }
      sum += leaves[tree * (nodes + 1) + node - nodes];
    }
    result[s] = sum;
  });
}

const RegisterReference kRegistered("tree_walk", walk);

}  // namespace
}  // namespace lmtune
