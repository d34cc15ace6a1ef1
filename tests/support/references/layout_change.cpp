#include "lmtune/base/parallel.h"
#include "support/references/reference.h"

namespace lmtune {
namespace {

void to_planes(const Problem& problem, HostBuffers& buffers) {
  const std::size_t n = problem.count("n"), fields = problem.count("fields");
  const auto in = buffers.as<float>("in"), out = buffers.as<float>("out");
  parallel_for(n, 0, [&](std::size_t i) {
    for (std::size_t f = 0; f < fields; ++f) out[f * n + i] = in[i * fields + f];
  });
}

void to_structs(const Problem& problem, HostBuffers& buffers) {
  const std::size_t n = problem.count("n"), fields = problem.count("fields");
  const auto in = buffers.as<float>("in"), out = buffers.as<float>("out");
  parallel_for(n, 0, [&](std::size_t i) {
    for (std::size_t f = 0; f < fields; ++f) {
      for (std::size_t part = 0; part < 2; ++part) {  // real, imaginary
        out[(i * fields + f) * 2 + part] = in[(f * n + i) * 2 + part];
      }
    }
  });
}

/// Goes over the pixels of the image that is read, the kernel over those that it writes.
void move_image(const Problem& problem, HostBuffers& buffers) {
  const std::size_t rows = problem.count("rows"), columns = problem.count("columns");
  const std::size_t channels = problem.count("channels");
  const std::int64_t turn = problem.integer("turn");
  const auto in = buffers.as<std::uint8_t>("in"), out = buffers.as<std::uint8_t>("out");
  parallel_for(rows, 0, [&](std::size_t row) {
    for (std::size_t column = 0; column < columns; ++column) {
      std::size_t pixel = row * columns + column;
      if (turn == 1) pixel = column * rows + rows - 1 - row;
      if (turn == 2) pixel = row * columns + columns - 1 - column;
      for (std::size_t c = 0; c < channels; ++c) {
        out[c * rows * columns + pixel] = in[(row * columns + column) * channels + c];
      }
    }
  });
}

const RegisterReference kPlanes("layout_change/to_planes", to_planes);
const RegisterReference kStructs("layout_change/to_structs", to_structs);
const RegisterReference kImage("layout_change/image", move_image);

}  // namespace
}  // namespace lmtune
