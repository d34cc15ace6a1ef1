#include <cmath>

#include "lmtune/base/parallel.h"
#include "support/references/reference.h"

namespace lmtune {
namespace {

template <typename Pixel>
void resize(const Problem& problem, HostBuffers& buffers) {
  const std::size_t width = problem.count("width"), pitch = problem.count("pitch");
  const auto image = buffers.as<Pixel>("image");
  const auto first_x = buffers.as<std::int32_t>("first_x");
  const auto first_y = buffers.as<std::int32_t>("first_y");
  const auto weight_x = buffers.as<float>("weight_x"), weight_y = buffers.as<float>("weight_y");
  const auto result = buffers.as<float>("result");
  parallel_for(problem.count("height"), 0, [&](std::size_t y) {
    for (std::size_t x = 0; x < width; ++x) {
      const std::size_t begin =
          static_cast<std::size_t>(first_y[y]) * pitch + static_cast<std::size_t>(first_x[x]);
      float sum = 0.0f;
      for (std::size_t j = 0; j < 4; ++j) {
        for (std::size_t i = 0; i < 4; ++i) {
          sum = std::fma(weight_y[y * 4 + j] * weight_x[x * 4 + i],
                         static_cast<float>(image[begin + j * pitch + i]), sum);
        }
      }
      result[y * width + x] = sum;
    }
  });
}

const RegisterReference kRegistered("resize", resize<float>);
const RegisterReference kShrunk("resize/shrunk", resize<std::uint8_t>);

}  // namespace
}  // namespace lmtune
