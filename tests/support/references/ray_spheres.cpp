#include <algorithm>
#include <array>
#include <cmath>

#include "lmtune/base/parallel.h"
#include "support/references/reference.h"

namespace lmtune {
namespace {

constexpr float kBackground = 1e30f;

using Vector = std::array<float, 3>;

struct Ray {
  Vector origin;
  Vector way;
};

Vector minus(const Vector& a, const Vector& b) { return {a[0] - b[0], a[1] - b[1], a[2] - b[2]}; }

float inner(const Vector& a, const Vector& b) {
  return std::fma(a[0], b[0], std::fma(a[1], b[1], a[2] * b[2]));
}

Vector outer(const Vector& a, const Vector& b) {
  return {std::fma(a[1], b[2], -(a[2] * b[1])), std::fma(a[2], b[0], -(a[0] * b[2])),
          std::fma(a[0], b[1], -(a[1] * b[0]))};
}

Vector vector_at(std::span<const float> numbers, std::size_t first) {
  return {numbers[first], numbers[first + 1], numbers[first + 2]};
}

/// Of the pixel whose centre is (x, y).
Ray ray_of_camera(float x, float y, float pixel_size) {
  return {.origin = {0.5f, 0.5f, -1.0f},
          .way = {std::fma(x, pixel_size, -0.5f), std::fma(y, pixel_size, -0.5f), 1.0f}};
}

Ray ray_of_sun(float x, float y, float pixel_size) {
  return {.origin = {std::fma(x, pixel_size, -0.125f), std::fma(y, pixel_size, 0.25f), -0.5f},
          .way = {0.125f, -0.25f, 1.0f}};
}

/// In units of the squared length of the ray's way.
float meet_sphere(std::span<const float> sphere, const Ray& ray) {
  const Vector to_centre = minus(vector_at(sphere, 0), ray.origin);
  const float radius = sphere[3] * 0.0625f;
  const float along = inner(to_centre, ray.way);
  const float outside = std::fma(-radius, radius, inner(to_centre, to_centre));
  const float squared = std::fma(along, along, -(inner(ray.way, ray.way) * outside));
  return squared < 0.0f ? kBackground : along - std::sqrt(squared);
}

float meet_triangle(std::span<const float> triangle, const Ray& ray) {
  const Vector a = vector_at(triangle, 0);
  const Vector ab = minus(vector_at(triangle, 3), a), ac = minus(vector_at(triangle, 6), a);
  const Vector across = outer(ray.way, ac), to_origin = minus(ray.origin, a);
  const Vector up = outer(to_origin, ab);
  const float determinant = inner(ab, across);
  const float u = inner(to_origin, across), v = inner(ray.way, up);
  const bool inside = determinant >= 1e-6f && u >= 0.0f && v >= 0.0f && u + v <= determinant;
  return inside ? inner(ac, up) / determinant : kBackground;
}

float meet_box(std::span<const float> box, const Ray& ray) {
  float enter = -kBackground, leave = kBackground;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const float reciprocal = 1.0f / ray.way[axis];
    const auto [near, far] = std::minmax({(box[axis] - ray.origin[axis]) * reciprocal,
                                          (box[3 + axis] - ray.origin[axis]) * reciprocal});
    enter = std::max(enter, near);
    leave = std::min(leave, far);
  }
  return enter <= leave ? enter : kBackground;
}

template <std::size_t kFloats, Ray (*ray_at)(float, float, float),
          float (*meet)(std::span<const float>, const Ray&)>
void cast_rays(const char* name, const Problem& problem, HostBuffers& buffers) {
  const std::int64_t width = problem.integer("width"), height = problem.integer("height");
  const std::size_t shapes = problem.count("n");
  const auto all = buffers.as<float>(name), colours = buffers.as<float>("colours");
  const auto depth = buffers.as<float>("depth"), image = buffers.as<float>("image");
  const auto pixel_size = static_cast<float>(1.0 / static_cast<double>(std::max(width, height)));
  parallel_for(static_cast<std::size_t>(width * height), 0, [&](std::size_t pixel) {
    const auto x = static_cast<std::int64_t>(pixel) % width;
    const auto y = static_cast<std::int64_t>(pixel) / width;
    const Ray ray = ray_at(static_cast<float>(x) + 0.5f, static_cast<float>(y) + 0.5f, pixel_size);
    depth[pixel] = kBackground;
    std::fill_n(image.begin() + static_cast<std::ptrdiff_t>(4 * pixel), 4, 0.0f);
    for (std::size_t shape = 0; shape < shapes; ++shape) {
      const float at = meet(all.subspan(shape * kFloats, kFloats), ray);
      if (at <= 0.0f || at >= depth[pixel]) continue;
      depth[pixel] = at;
      std::copy_n(colours.begin() + static_cast<std::ptrdiff_t>(4 * shape), 4,
                  image.begin() + static_cast<std::ptrdiff_t>(4 * pixel));
    }
  });
}

/// For sqrt() and division.
constexpr Tolerance kTolerance{.relative = 1e-4};

const RegisterReference kSpheres(
    "ray_spheres",
    [](const Problem& problem, HostBuffers& buffers) {
      cast_rays<4, ray_of_camera, meet_sphere>("spheres", problem, buffers);
    },
    kTolerance);

const RegisterReference kTriangles(
    "ray_spheres/triangles",
    [](const Problem& problem, HostBuffers& buffers) {
      cast_rays<9, ray_of_camera, meet_triangle>("triangles", problem, buffers);
    },
    kTolerance);

const RegisterReference kBoxes("ray_spheres/boxes",
                               [](const Problem& problem, HostBuffers& buffers) {
                                 cast_rays<6, ray_of_sun, meet_box>("boxes", problem, buffers);
                               });

}  // namespace
}  // namespace lmtune
