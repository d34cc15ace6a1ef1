#include <cmath>

#include "lmtune/base/parallel.h"
#include "support/references/reference.h"

namespace lmtune {
namespace {

void step(const Problem& problem, HostBuffers& buffers, bool transposed) {
  const std::int64_t states = problem.integer("states");
  const bool viterbi = problem.integer("viterbi") != 0;
  const auto prev = buffers.as<float>("prev"), trans = buffers.as<float>("trans");
  const auto emission = buffers.as<float>("emission");
  const auto symbols = buffers.as<std::int32_t>("symbols");
  const auto next = buffers.as<float>("next");
  const auto from = buffers.as<std::int32_t>("from");
  parallel_for(problem.count("sequences"), 0, [&](std::size_t task) {
    const auto q = static_cast<std::int64_t>(task);
    for (std::int64_t s = 0; s < states; ++s) {
      float result = viterbi ? -1.0f : 0.0f;
      std::int64_t best = 0;
      for (std::int64_t p = 0; p < states; ++p) {
        const float before = prev[q * states + p];
        const float probability = trans[transposed ? s * states + p : p * states + s];
        if (!viterbi) {
          result = std::fma(before, probability, result);
        } else if (before * probability > result) {
          result = before * probability;
          best = p;
        }
      }
      next[q * states + s] = result * emission[symbols[q] * states + s];
      if (viterbi) from[q * states + s] = static_cast<std::int32_t>(best);
    }
  });
}

const RegisterReference kPrev("hmm_forward", [](const Problem& problem, HostBuffers& buffers) {
  step(problem, buffers, problem.integer("transposed") != 0);
});
const RegisterReference kTrans("hmm_forward/trans",
                               [](const Problem& problem, HostBuffers& buffers) {
                                 step(problem, buffers, false);
                               });
const RegisterReference kTransposed("hmm_forward/trans_transposed",
                                    [](const Problem& problem, HostBuffers& buffers) {
                                      step(problem, buffers, true);
                                    });

}  // namespace
}  // namespace lmtune
