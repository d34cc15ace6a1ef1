#include <cmath>

#include "lmtune/base/parallel.h"
#include "support/references/reference.h"

namespace lmtune {
namespace {

void decide(const Problem& problem, HostBuffers& buffers) {
  const std::int64_t count = problem.integer("points"), vectors = problem.integer("vectors");
  const std::int64_t features = problem.integer("features");
  const auto points = buffers.as<float>("points"), vector = buffers.as<float>("vectors");
  const auto alpha = buffers.as<float>("alpha"), decision = buffers.as<float>("decision");
  parallel_for(problem.count("points"), 0, [&](std::size_t task) {
    const auto point = static_cast<std::int64_t>(task);
    double sum = 0.5;
    for (std::int64_t s = 0; s < vectors; ++s) {
      double square = 0.0;
      for (std::int64_t f = 0; f < features; ++f) {
        const double difference =
            static_cast<double>(points[f * count + point]) - vector[s * features + f];
        square += difference * difference;
      }
      sum += alpha[s] * std::exp(-square / static_cast<double>(features));
    }
    decision[point] = static_cast<float>(sum);
  });
}

// exp() differs between devices, and native_exp() more; the terms' signs differ.
const RegisterReference kRegistered("svm_kernel", decide, {1e-4, Tolerance::To::kLargestResult});

}  // namespace
}  // namespace lmtune
