#include <cmath>
#include <vector>

#include "lmtune/base/parallel.h"
#include "support/references/reference.h"

namespace lmtune {
namespace {

/// What is beyond the ends of a line, as wavelet.cl says.
enum class Extend { kSamples = 0, kMirror = 1, kAgain = 2 };

/// The sample that stands for sample p of a line of n samples.
std::int64_t extended(std::int64_t p, std::int64_t n, Extend extend) {
  if (extend == Extend::kMirror) return p < 0 ? -p : p < n ? p : 2 * (n - 1) - p;
  if (extend == Extend::kAgain) return (p + n) % n;
  return p;
}

struct Pair {
  float low;
  float high;
};

Pair filter_bank(const std::vector<float>& window, const float* taps) {
  Pair sums{0, 0};
  for (std::size_t k = 0; k < window.size(); ++k) {
    sums.low = std::fma(taps[k], window[k], sums.low);
    sums.high = std::fma(taps[window.size() + k], window[k], sums.high);
  }
  return sums;
}

/// All steps of lifting over one window of 5 samples (5/3) or 9 samples (9/7), the middle one even.
Pair lift(std::vector<float> window) {
  const std::vector<float> weights =
      window.size() == 5
          ? std::vector<float>{-0.5f, 0.25f}
          : std::vector<float>{-1.586134342f, -0.05298011854f, 0.8829110762f, 0.4435068522f};
  // Step s changes every second sample by its neighbours; what it leaves right is narrower by one
  // sample at either end.
  for (std::size_t step = 0; step < weights.size(); ++step) {
    for (std::size_t k = step + 1; k + step + 1 < window.size(); k += 2) {
      window[k] = std::fma(weights[step], window[k - 1] + window[k + 1], window[k]);
    }
  }
  const std::size_t middle = window.size() / 2;
  return {window[middle], window[middle + 1]};
}

void transform(const Problem& problem, HostBuffers& buffers, bool columns, bool lifting) {
  const std::size_t outputs = problem.count("outputs"), lines = problem.count("lines");
  const std::size_t span = problem.count("span");
  const auto extend = static_cast<Extend>(problem.integer("extend"));
  const auto image = buffers.as<float>("image"), taps = buffers.as<float>("taps");
  const auto out = buffers.as<float>("out");
  const std::size_t left = extend == Extend::kSamples ? 0 : (span - 1) / 2;
  const std::size_t row = 2 * outputs + (extend == Extend::kSamples ? span - 2 : 0);
  const std::size_t sample_stride = columns ? lines : 1, line_stride = columns ? 1 : row;
  const std::size_t out_line = columns ? 1 : 2 * outputs;
  parallel_for(lines, 0, [&](std::size_t line) {
    std::vector<float> window(span);
    for (std::size_t i = 0; i < outputs; ++i) {
      for (std::size_t k = 0; k < span; ++k) {
        const std::int64_t p =
            extended(static_cast<std::int64_t>(2 * i + k) - static_cast<std::int64_t>(left),
                     static_cast<std::int64_t>(2 * outputs), extend);
        window[k] = image[static_cast<std::size_t>(p) * sample_stride + line * line_stride];
      }
      const Pair pair = lifting ? lift(window) : filter_bank(window, taps.data());
      out[line * out_line + i * sample_stride] = pair.low;
      out[line * out_line + (outputs + i) * sample_stride] = pair.high;
    }
  });
}

const RegisterReference kRows("wavelet/rows", [](const Problem& problem, HostBuffers& buffers) {
  transform(problem, buffers, false, false);
});
const RegisterReference kColumns("wavelet/columns",
                                 [](const Problem& problem, HostBuffers& buffers) {
                                   transform(problem, buffers, true, false);
                                 });
const RegisterReference kTaps("wavelet/taps", [](const Problem& problem, HostBuffers& buffers) {
  transform(problem, buffers, problem.integer("columns") != 0, false);
});
const RegisterReference kLifting("wavelet/lifting", [](const Problem& problem,
                                                       HostBuffers& buffers) {
  transform(problem, buffers, problem.integer("columns") != 0, true);
});

}  // namespace
}  // namespace lmtune
