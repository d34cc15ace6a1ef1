#include <algorithm>
#include <cmath>

#include "lmtune/base/parallel.h"
#include "support/references/reference.h"

namespace lmtune {
namespace {

enum class Pass { kRows, kColumns };

/// Filters an image whose pixels have `components` components of type T each.
template <Pass pass, typename T, std::int64_t components>
void filter(const Problem& problem, HostBuffers& buffers) {
  const std::int64_t width = problem.integer("width"), height = problem.integer("height");
  const std::int64_t radius = problem.integer("radius");
  const auto image = buffers.as<T>("image");
  const auto weights = buffers.as<float>("weights"), out = buffers.as<float>("out");
  parallel_for(problem.count("height"), 0, [&](std::size_t row) {
    const auto y = static_cast<std::int64_t>(row);
    for (std::int64_t i = 0; i < width * components; ++i) {
      const std::int64_t component = i % components, x = i / components;
      float sum = 0.0f;
      for (std::int64_t offset = -radius; offset <= radius; ++offset) {
        const std::int64_t from_x =
            pass == Pass::kRows ? std::clamp<std::int64_t>(x + offset, 0, width - 1) : x;
        const std::int64_t from_y =
            pass == Pass::kColumns ? std::clamp<std::int64_t>(y + offset, 0, height - 1) : y;
        const T pixel = image[(from_y * width + from_x) * components + component];
        sum = std::fma(weights[offset + radius], static_cast<float>(pixel), sum);
      }
      out[y * width * components + i] = sum;
    }
  });
}

const RegisterReference kRows("separable_filter/rows", filter<Pass::kRows, float, 1>);
const RegisterReference kColumns("separable_filter/columns", filter<Pass::kColumns, float, 1>);
const RegisterReference kRowsColour("separable_filter/rows_colour",
                                    filter<Pass::kRows, std::uint8_t, 4>);
const RegisterReference kColumnsColour("separable_filter/columns_colour",
                                       filter<Pass::kColumns, std::uint8_t, 4>);

}  // namespace
}  // namespace lmtune
