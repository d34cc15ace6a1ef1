#include <algorithm>
#include <bit>
#include <cmath>
#include <utility>

#include "lmtune/base/parallel.h"
#include "support/references/reference.h"

namespace lmtune {
namespace {

void colour_pixels(const Problem& problem, HostBuffers& buffers) {
  const std::size_t n = problem.count("n"), layers = problem.count("layers");
  const auto table = buffers.as<float>("table"), weights = buffers.as<float>("weights");
  const auto image = buffers.as<float>("image");
  const auto pixels = buffers.as<std::uint16_t>("pixels");
  parallel_for(n, 0, [&](std::size_t i) {
    for (std::size_t component = 0; component < 4; ++component) {
      float sum = 0.0f;
      for (std::size_t layer = 0; layer < layers; ++layer) {
        const std::size_t entry = pixels[layer * n + i];
        sum = std::fma(weights[layer], table[4 * entry + component], sum);
      }
      image[4 * i + component] = sum;
    }
  });
}

void cipher(const Problem& problem, HostBuffers& buffers) {
  const std::int64_t rounds = problem.integer("rounds"), tables = problem.integer("tables");
  const int bits = static_cast<int>(problem.integer("bits"));
  const bool shared = problem.integer("shared") != 0;
  const auto table = buffers.as<std::uint32_t>("table"), keys = buffers.as<std::uint32_t>("keys");
  const auto text = buffers.as<std::uint32_t>("text");
  const auto ciphered = buffers.as<std::uint32_t>("ciphered");
  parallel_for(problem.count("n"), 0, [&](std::size_t i) {
    std::uint32_t left = text[2 * i], right = text[2 * i + 1];
    for (std::int64_t round = 0; round < rounds; ++round) {
      const std::uint32_t word = right + keys[round];
      std::uint32_t mixed = 0;
      for (int k = 0; k < tables; ++k) {
        const std::uint32_t piece = word >> k * bits & ((1u << bits) - 1);
        mixed ^= shared ? std::rotl(table[piece], k * bits)
                        : table[(static_cast<std::uint32_t>(k) << bits) + piece];
      }
      left = std::exchange(right, left ^ std::rotl(mixed, 11));
    }
    ciphered[2 * i] = left;
    ciphered[2 * i + 1] = right;
  });
}

void sum_function(const Problem& problem, HostBuffers& buffers) {
  const std::size_t n = problem.count("n"), terms = problem.count("terms");
  const int entries = static_cast<int>(problem.integer("entries"));
  const float scale = static_cast<float>(entries - 1);
  const auto table = buffers.as<float>("table"), x = buffers.as<float>("x");
  const auto out = buffers.as<float>("out");
  parallel_for(n, 0, [&](std::size_t i) {
    float sum = 0.0f;
    for (std::size_t term = 0; term < terms; ++term) {
      const float at = x[term * n + i];
      const int point = std::min(static_cast<int>(at * scale), entries - 2);
      const float fraction = std::fma(at, scale, -static_cast<float>(point));
      sum += std::fma(fraction, table[point + 1] - table[point], table[point]);
    }
    out[i] = sum;
  });
}

const RegisterReference kPalette("lookup_table/palette", colour_pixels);
const RegisterReference kRounds("lookup_table/rounds", cipher);
const RegisterReference kInterpolate("lookup_table/interpolate", sum_function);

}  // namespace
}  // namespace lmtune
