#include <cmath>

#include "lmtune/base/parallel.h"
#include "support/references/reference.h"

namespace lmtune {
namespace {

/// Where on the detector a ray falls.
struct Place {
  std::int64_t bin;
  float part;  ///< of the way to the next bin
  float weight;
};

/// `place_of(angle, x, y)` says where on the detector the ray through a pixel falls.
template <typename PlaceOf>
void backproject(const Problem& problem, HostBuffers& buffers, const PlaceOf& place_of) {
  const std::int64_t n = problem.integer("n"), angles = problem.integer("angles");
  const std::int64_t bins = problem.integer("bins"), slices = problem.integer("slices");
  const bool linear = problem.integer("linear") != 0;
  const auto sinogram = buffers.as<float>("sinogram"), image = buffers.as<float>("image");
  parallel_for(problem.count("n"), 0, [&](std::size_t row) {
    const auto y = static_cast<std::int64_t>(row);
    for (std::int64_t slice = 0; slice < slices; ++slice) {
      for (std::int64_t x = 0; x < n; ++x) {
        float sum = 0.0f;
        for (std::int64_t a = 0; a < angles; ++a) {
          const Place place = place_of(a, x, y);
          const float* const at = &sinogram[(slice * angles + a) * bins + place.bin];
          const float value = linear ? std::fma(place.part, at[1] - at[0], at[0]) : at[0];
          sum = std::fma(place.weight, value, sum);
        }
        image[(slice * n + y) * n + x] = sum;
      }
    }
  });
}

/// The ray through a pixel, with the detector's middle in the middle of its bins.
struct Geometry {
  explicit Geometry(const Problem& problem)
      : middle(0.5f * static_cast<float>(problem.integer("n") - 1)),
        middle_bin(0.5f * static_cast<float>(problem.integer("bins"))) {}

  Place place(std::int64_t x, std::int64_t y, float cosine, float sine, float shift) const {
    const float from_middle_x = static_cast<float>(x) - middle;
    const float from_middle_y = static_cast<float>(y) - middle;
    const float position =
        std::fma(from_middle_x, cosine, std::fma(from_middle_y, sine, middle_bin + shift));
    const float whole = std::floor(position);
    return {static_cast<std::int64_t>(whole), position - whole, 1.0f};
  }

  float middle, middle_bin;
};

void with_directions(const Problem& problem, HostBuffers& buffers) {
  const auto directions = buffers.as<float>("directions");  // cosine, sine
  const Geometry geometry(problem);
  backproject(problem, buffers, [&](std::int64_t a, std::int64_t x, std::int64_t y) {
    return geometry.place(x, y, directions[2 * a], directions[2 * a + 1], 0.0f);
  });
}

void with_views(const Problem& problem, HostBuffers& buffers) {
  const auto views = buffers.as<float>("views");  // cosine, sine, offset, weight
  const Geometry geometry(problem);
  backproject(problem, buffers, [&](std::int64_t a, std::int64_t x, std::int64_t y) {
    const float* const view = &views[4 * a];
    Place place = geometry.place(x, y, view[0], view[1], view[2]);
    place.weight = view[3];
    return place;
  });
}

/// In fixed point: a bin is 8192 positions, a pixel two steps of a 4096th.
void in_integers(const Problem& problem, HostBuffers& buffers) {
  const std::int64_t last = problem.integer("n") - 1, bins = problem.integer("bins");
  const auto cosines = buffers.as<std::int32_t>("cosines");
  const auto sines = buffers.as<std::int32_t>("sines");
  backproject(problem, buffers, [&](std::int64_t a, std::int64_t x, std::int64_t y) {
    const std::int64_t position =
        (2 * x - last) * cosines[a] + (2 * y - last) * sines[a] + bins * 4096;
    return Place{position / 8192, static_cast<float>(position % 8192) / 8192.0f, 1.0f};
  });
}

const RegisterReference kAngles("backprojection/angles", with_directions);
const RegisterReference kViews("backprojection/views", with_views);
const RegisterReference kSinogram("backprojection/sinogram", in_integers);

}  // namespace
}  // namespace lmtune
