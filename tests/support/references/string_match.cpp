#include <algorithm>

#include "lmtune/base/parallel.h"
#include "support/references/reference.h"

namespace lmtune {
namespace {

const RegisterReference kRegistered("string_match", [](const Problem& problem,
                                                       HostBuffers& buffers) {
  const std::int64_t count = problem.integer("patterns"), length = problem.integer("length");
  const auto text = buffers.as<std::uint8_t>("text");
  const auto patterns = buffers.as<std::uint8_t>("patterns");
  const auto matches = buffers.as<std::int32_t>("matches");
  const auto longest = buffers.as<std::int32_t>("longest");
  parallel_for(problem.count("positions"), 0, [&](std::size_t position) {
    std::int32_t found = 0;
    std::int64_t best = 0;
    for (std::int64_t p = 0; p < count; ++p) {
      std::int64_t k = 0;
      while (k < length &&
             text[position + static_cast<std::size_t>(k)] == patterns[p * length + k]) {
        ++k;
      }
      if (k == length) ++found;
      best = std::max(best, k);
    }
    matches[position] = found;
    longest[position] = static_cast<std::int32_t>(best);
  });
});

}  // namespace
}  // namespace lmtune
