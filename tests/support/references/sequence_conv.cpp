#include <cmath>

#include "lmtune/base/parallel.h"
#include "support/references/reference.h"

namespace lmtune {
namespace {

void convolve(const Problem& problem, HostBuffers& buffers) {
  const std::size_t length = problem.count("length"), channels = problem.count("channels");
  const std::size_t outputs = problem.count("outputs"), taps = problem.count("taps");
  const std::size_t dilation = problem.count("dilation");
  const std::size_t pitch = length + (taps - 1) * dilation;
  const auto input = buffers.as<float>("input"), weights = buffers.as<float>("weights");
  const auto result = buffers.as<float>("result");
  parallel_for(problem.count("batch") * outputs, 0, [&](std::size_t row) {
    const std::size_t n = row / outputs, o = row % outputs;
    for (std::size_t t = 0; t < length; ++t) {
      float sum = 0.0f;
      for (std::size_t c = 0; c < channels; ++c) {
        for (std::size_t k = 0; k < taps; ++k) {
          sum = std::fma(weights[(o * channels + c) * taps + k],
                         input[(n * channels + c) * pitch + t + k * dilation], sum);
        }
      }
      result[row * length + t] = sum;
    }
  });
}

const RegisterReference kRegistered("sequence_conv", convolve);

}  // namespace
}  // namespace lmtune
