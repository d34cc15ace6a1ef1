#include <bit>

#include "lmtune/base/parallel.h"
#include "support/references/reference.h"

namespace lmtune {
namespace {

void search(const Problem& problem, HostBuffers& buffers) {
  const std::size_t entries = problem.count("entries"), words = problem.count("words");
  const auto queries = buffers.as<std::uint32_t>("queries");
  const auto database = buffers.as<std::uint32_t>("database");
  const auto found = buffers.as<std::int32_t>("found"), bits = buffers.as<std::int32_t>("bits");
  parallel_for(problem.count("queries"), 0, [&](std::size_t q) {
    bits[q] = static_cast<std::int32_t>(32 * words + 1);
    for (std::size_t e = 0; e < entries; ++e) {
      std::int32_t different = 0;
      for (std::size_t w = 0; w < words; ++w) {
        different += std::popcount(queries[q * words + w] ^ database[e * words + w]);
      }
      if (different < bits[q]) {
        bits[q] = different;
        found[q] = static_cast<std::int32_t>(e);
      }
    }
  });
}

const RegisterReference kRegistered("hamming_search", search);

}  // namespace
}  // namespace lmtune
