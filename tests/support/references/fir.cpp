#include <cmath>

#include "lmtune/base/parallel.h"
#include "support/references/reference.h"

namespace lmtune {
namespace {

/// Of a problem: how many values of each kind.
struct Sizes {
  explicit Sizes(const Problem& problem)
      : channels(problem.integer("channels")),
        outputs(problem.integer("outputs")),
        samples(problem.integer("samples")),
        taps(problem.integer("taps")),
        decimation(problem.integer("decimation")) {}

  std::int64_t channels, outputs, samples, taps, decimation;
};

void filter(const Problem& problem, HostBuffers& buffers, bool bank) {
  const Sizes sizes(problem);
  const auto signal = buffers.as<float>("signal"), taps = buffers.as<float>("taps");
  const auto out = buffers.as<float>("out");
  parallel_for(static_cast<std::size_t>(sizes.channels * sizes.outputs), 0, [&](std::size_t task) {
    const auto channel = static_cast<std::int64_t>(task) / sizes.outputs;
    const auto first = channel * sizes.samples +
                       static_cast<std::int64_t>(task) % sizes.outputs * sizes.decimation;
    float sum = 0.0f;
    for (std::int64_t k = 0; k < sizes.taps; ++k) {
      sum = std::fma(taps[(bank ? channel * sizes.taps : 0) + k], signal[first + k], sum);
    }
    out[task] = sum;
  });
}

void filter_complex(const Problem& problem, HostBuffers& buffers) {
  const Sizes sizes(problem);
  const bool bank = problem.integer("bank") != 0;
  const auto signal = buffers.as<float>("signal"), taps = buffers.as<float>("taps");
  const auto out = buffers.as<float>("out");
  parallel_for(static_cast<std::size_t>(sizes.channels * sizes.outputs), 0, [&](std::size_t task) {
    const auto channel = static_cast<std::int64_t>(task) / sizes.outputs;
    const auto first = channel * sizes.samples +
                       static_cast<std::int64_t>(task) % sizes.outputs * sizes.decimation;
    float real = 0.0f, imaginary = 0.0f;
    for (std::int64_t k = 0; k < sizes.taps; ++k) {
      const std::int64_t tap = (bank ? channel * sizes.taps : 0) + k;
      const float tap_real = taps[2 * tap], tap_imaginary = taps[2 * tap + 1];
      const float x = signal[2 * (first + k)], y = signal[2 * (first + k) + 1];
      real = std::fma(-tap_imaginary, y, std::fma(tap_real, x, real));
      imaginary = std::fma(tap_imaginary, x, std::fma(tap_real, y, imaginary));
    }
    out[2 * task] = real;
    out[2 * task + 1] = imaginary;
  });
}

const RegisterReference kSignal("fir/signal", [](const Problem& problem, HostBuffers& buffers) {
  filter(problem, buffers, false);
});
const RegisterReference kTaps("fir/taps", [](const Problem& problem, HostBuffers& buffers) {
  filter(problem, buffers, problem.integer("bank") != 0);
});
const RegisterReference kComplex("fir/complex", filter_complex);

}  // namespace
}  // namespace lmtune
