#include "lmtune/base/parallel.h"
#include "support/references/reference.h"

namespace lmtune {
namespace {

enum class Order { kByRows, kByColumns };

void copy(const Problem& problem, HostBuffers& buffers, Order order) {
  const std::size_t width = problem.count("width"), height = problem.count("height");
  const std::size_t channels = problem.count("channels"), size = problem.count("size");
  const bool scales = problem.integer("scale") != 0;
  const auto image = buffers.as<float>("image"), scale = buffers.as<float>("scale");
  const auto patches = buffers.as<float>("patches");
  const std::size_t pitch = width + size - 1, rows = height + size - 1, places = size * size;
  parallel_for(channels * height, 0, [&](std::size_t row) {
    const std::size_t c = row / height, y = row % height;
    for (std::size_t x = 0; x < width; ++x) {
      for (std::size_t k = 0; k < places; ++k) {
        const float value = image[(c * rows + y + k / size) * pitch + x + k % size];
        const std::size_t at = order == Order::kByRows
                                   ? ((y * width + x) * channels + c) * places + k
                                   : ((c * places + k) * height + y) * width + x;
        patches[at] = scales ? value * scale[c] : value;
      }
    }
  });
}

const RegisterReference kRows("patches/by_rows", [](const Problem& problem, HostBuffers& buffers) {
  copy(problem, buffers, Order::kByRows);
});
const RegisterReference kColumns("patches/by_columns",
                                 [](const Problem& problem, HostBuffers& buffers) {
                                   copy(problem, buffers, Order::kByColumns);
                                 });

}  // namespace
}  // namespace lmtune
