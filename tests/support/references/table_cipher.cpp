#include <array>

#include "lmtune/base/parallel.h"
#include "support/references/reference.h"

namespace lmtune {
namespace {

using Block = std::array<std::uint32_t, 4>;

void encipher(const Problem& problem, HostBuffers& buffers) {
  const std::size_t rounds = problem.count("rounds");
  const auto text = buffers.as<std::uint32_t>("text");
  const auto tables = buffers.as<std::uint32_t>("tables");
  const auto keys = buffers.as<std::uint32_t>("keys");
  const auto result = buffers.as<std::uint32_t>("result");
  parallel_for(problem.count("blocks"), 0, [&](std::size_t block) {
    Block words;
    for (std::size_t w = 0; w < 4; ++w) {
      words[w] = static_cast<std::uint32_t>(block * 4 + w) * 2654435761u ^ keys[w];
    }
    for (std::size_t round = 1; round <= rounds; ++round) {
      Block next;
      for (std::size_t w = 0; w < 4; ++w) {
        next[w] = keys[round * 4 + w];
        for (std::size_t t = 0; t < 4; ++t) {
          next[w] ^= tables[t * 256 + (words[(w + t) % 4] >> (8 * t) & 255)];
        }
      }
      words = next;
    }
    for (std::size_t w = 0; w < 4; ++w) result[block * 4 + w] = words[w] ^ text[block * 4 + w];
  });
}

const RegisterReference kRegistered("table_cipher", encipher);

}  // namespace
}  // namespace lmtune
