#include <algorithm>
#include <cmath>

#include "lmtune/base/parallel.h"
#include "support/references/reference.h"

namespace lmtune {
namespace {

void sobol(const Problem& problem, HostBuffers& buffers) {
  const std::size_t points = problem.count("points"), dimensions = problem.count("dimensions");
  const std::size_t bits = problem.count("bits"), by = problem.count("by");
  const std::size_t per_group = problem.count("per_group");
  const bool integrate = problem.integer("integrate") != 0;
  const auto directions = buffers.as<std::uint32_t>("directions");
  const auto results = buffers.as<float>("results");
  const auto coordinate = [&](std::size_t dimension, std::size_t point) {
    const std::size_t code = point ^ (point >> 1);
    std::uint32_t x = 0;
    for (std::size_t bit = 0; bit < bits; ++bit) {
      if ((code >> bit) % 2 != 0) x ^= directions[dimension * bits + bit];
    }
    return static_cast<float>(x >> 8) * 0x1p-24f;
  };
  parallel_for(integrate ? problem.count("rows") : dimensions, 0, [&](std::size_t row) {
    for (std::size_t point = 0; point < points; ++point) {
      if (!integrate) {
        results[row * points + point] = coordinate(row, point);
        continue;
      }
      float sum = 0.0f;
      const std::size_t first = row / by * by * per_group + row % by;
      for (std::size_t i = 0; i < per_group && first + i * by < dimensions; ++i) {
        const float from_middle = coordinate(first + i * by, point) - 0.5f;
        sum = std::fma(from_middle, from_middle, sum);
      }
      results[row * points + point] = sum;
    }
  });
}

void crc(const Problem& problem, HostBuffers& buffers) {
  const std::size_t count = problem.count("count"), length = problem.count("length");
  const std::size_t entries = problem.count("entries");
  const bool interleaved = problem.integer("interleaved") != 0;
  const auto table = buffers.as<std::uint32_t>("crc_table");
  const auto messages = buffers.as<std::uint8_t>("messages");
  const auto checks = buffers.as<std::uint32_t>("checks");
  parallel_for(count, 0, [&](std::size_t message) {
    const auto byte = [&](std::size_t i) -> std::uint32_t {
      return messages[interleaved ? (i / 4 * count + message) * 4 + i % 4 : message * length + i];
    };
    std::uint32_t check = ~0u;
    for (std::size_t i = 0; i < length; i += entries == 1024 ? 4 : 1) {
      if (entries == 16) {
        check = table[(check ^ byte(i)) % 16] ^ (check >> 4);
        check = table[(check ^ (byte(i) >> 4)) % 16] ^ (check >> 4);
      } else if (entries == 256) {
        check = table[(check ^ byte(i)) % 256] ^ (check >> 8);
      } else {
        std::uint32_t next = 0;
        for (std::size_t k = 0; k < 4; ++k) {
          next ^= table[(3 - k) * 256 + ((check >> (8 * k)) % 256 ^ byte(i + k))];
        }
        check = next;
      }
    }
    checks[message] = ~check;
  });
}

void paths(const Problem& problem, HostBuffers& buffers) {
  const std::size_t count = problem.count("paths"), steps = problem.count("steps");
  const bool generated = problem.integer("generated") != 0;
  const auto coefficients = buffers.as<float>("coefficients"), noise = buffers.as<float>("noise");
  const auto excesses = buffers.as<float>("excesses"), ends = buffers.as<float>("ends");
  parallel_for(problem.count("scenarios") * count, 0, [&](std::size_t at) {
    const float* drift_and_volatility = coefficients.data() + at / count * steps * 2;
    const std::size_t path = at % count;
    std::uint32_t state = static_cast<std::uint32_t>(path) * 2654435761u + 12345u;
    float x = 0.0f, excess = 0.0f;
    for (std::size_t step = 0; step < steps; ++step) {
      float z = 0.0f;
      if (generated) {
        state ^= state << 13;
        state ^= state >> 17;
        state ^= state << 5;
        const std::uint32_t sum =
            state % 256 + (state >> 8) % 256 + (state >> 16) % 256 + (state >> 24);
        z = (static_cast<float>(sum) - 510.0f) * 0x1p-7f;
      } else {
        z = noise[step * count + path];
      }
      x = std::fma(drift_and_volatility[2 * step + 1], z, x + drift_and_volatility[2 * step]);
      excess += std::max(x, 0.0f);
    }
    excesses[at] = excess * (1.0f / static_cast<float>(steps));
    ends[at] = x;
  });
}

void knots(const Problem& problem, HostBuffers& buffers) {
  const std::size_t count = problem.count("count"), knot_count = problem.count("knots");
  const std::size_t terms = problem.count("terms");
  const auto table = buffers.as<float>("knots"), arguments = buffers.as<float>("arguments");
  const auto results = buffers.as<float>("results");
  parallel_for(count, 0, [&](std::size_t i) {
    float sum = 0.0f;
    for (std::size_t term = 0; term < terms; ++term) {
      const float x = arguments[term * count + i];
      std::size_t segment = 0;
      while (segment + 2 < knot_count && table[2 * (segment + 1)] <= x) ++segment;
      const float* left = table.data() + 2 * segment;
      const float part = (x - left[0]) / (left[2] - left[0]);
      sum += std::fma(part, left[3] - left[1], left[1]);
    }
    results[i] = sum;
  });
}

const RegisterReference kSobol("table_walks/sobol", sobol);
const RegisterReference kCrc("table_walks/crc", crc);
const RegisterReference kPaths("table_walks/paths", paths);
// A device may divide less exactly than the host.
const RegisterReference kKnots("table_walks/knots", knots, {1e-5});

}  // namespace
}  // namespace lmtune
