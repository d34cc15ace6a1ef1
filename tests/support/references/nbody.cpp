#include <cmath>

#include "lmtune/base/parallel.h"
#include "support/references/reference.h"

namespace lmtune {
namespace {

/// The scalars of one kind of all bodies or results: number i is at[i * stride].
struct Column {
  float* at;
  std::int64_t stride;

  float& operator[](std::int64_t i) const { return at[i * stride]; }
};

/// What n bodies (x, y, z, mass) do to m (x, y, z).
void attract(std::int64_t m, std::int64_t n, const Column (&own)[3], const Column (&body)[4],
             const Column (&acceleration)[3]) {
  parallel_for(static_cast<std::size_t>(m), 0, [&](std::size_t own_body) {
    const auto i = static_cast<std::int64_t>(own_body);
    float sums[3] = {0.0f, 0.0f, 0.0f};
    for (std::int64_t j = 0; j < n; ++j) {
      float offset[3];
      for (int axis = 0; axis < 3; ++axis) offset[axis] = body[axis][j] - own[axis][i];
      const auto [x, y, z] = offset;
      const float inverse = 1.0f / std::sqrt(std::fma(x, x, std::fma(y, y, std::fma(z, z, 0.01f))));
      const float factor = body[3][j] * inverse * inverse * inverse;
      for (int axis = 0; axis < 3; ++axis) sums[axis] = std::fma(offset[axis], factor, sums[axis]);
    }
    for (int axis = 0; axis < 3; ++axis) acceleration[axis][i] = sums[axis];
  });
}

// rsqrt() may be 2 units in the last place off, and attractions cancel, wholly in some bodies.
constexpr Tolerance kTolerance{1e-5, Tolerance::To::kLargestResult};

const RegisterReference kFloat4(
    "nbody/float4",
    [](const Problem& problem, HostBuffers& buffers) {
      float* const own = buffers.as<float>("own").data();
      float* const body = buffers.as<float>("bodies").data();
      float* const result = buffers.as<float>("acceleration").data();
      attract(problem.integer("m"), problem.integer("n"), {{own, 4}, {own + 1, 4}, {own + 2, 4}},
              {{body, 4}, {body + 1, 4}, {body + 2, 4}, {body + 3, 4}},
              {{result, 4}, {result + 1, 4}, {result + 2, 4}});
    },
    kTolerance);

const RegisterReference kPlanes(
    "nbody/planes",
    [](const Problem& problem, HostBuffers& buffers) {
      const std::int64_t m = problem.integer("m"), n = problem.integer("n");
      float* const own = buffers.as<float>("own").data();
      float* const body = buffers.as<float>("bodies").data();
      float* const result = buffers.as<float>("acceleration").data();
      attract(m, n, {{own, 1}, {own + m, 1}, {own + 2 * m, 1}},
              {{body, 1}, {body + n, 1}, {body + 2 * n, 1}, {body + 3 * n, 1}},
              {{result, 1}, {result + m, 1}, {result + 2 * m, 1}});
    },
    kTolerance);

const RegisterReference kArrays(
    "nbody/x",
    [](const Problem& problem, HostBuffers& buffers) {
      const auto array = [&](const char* name) {
        return Column{buffers.as<float>(name).data(), 1};
      };
      attract(problem.integer("m"), problem.integer("n"),
              {array("own_x"), array("own_y"), array("own_z")},
              {array("x"), array("y"), array("z"), array("mass")},
              {array("result_x"), array("result_y"), array("result_z")});
    },
    kTolerance);

}  // namespace
}  // namespace lmtune
