#include <algorithm>
#include <functional>
#include <vector>

#include "lmtune/base/parallel.h"
#include "support/references/reference.h"

namespace lmtune {
namespace {

/// The score of a symbol of a sequence at a position in the query.
using Score = std::function<std::int32_t(std::int64_t symbol, std::int64_t position)>;

void score_batch(const Problem& problem, HostBuffers& buffers, const Score& score) {
  constexpr std::int32_t kOpen = 5, kExtend = 1;
  const std::int64_t count = problem.integer("count"), longest = problem.integer("longest");
  const std::int64_t query = problem.integer("query"), rows = problem.integer("rows");
  const bool interleaved = problem.integer("interleaved") != 0;
  // What the kernel leaves of its working arrays.
  const bool edges = rows < query, strip = problem.integer("style") >= 2;
  const auto database = buffers.as<std::uint8_t>("database");
  const auto lengths = buffers.as<std::int32_t>("lengths");
  const auto best = buffers.as<std::int32_t>("best");
  const auto edge_h = buffers.as<std::int32_t>("edge_h");
  const auto edge_e = buffers.as<std::int32_t>("edge_e");
  const auto strip_h = buffers.as<std::int32_t>("strip_h");
  const auto strip_f = buffers.as<std::int32_t>("strip_f");
  parallel_for(problem.count("count"), 0, [&](std::size_t task) {
    const auto s = static_cast<std::int64_t>(task);
    // By position in the query, of one symbol of the sequence after the other.
    const auto size = static_cast<std::size_t>(query);
    std::vector<std::int32_t> h(size), f(size), before(size);
    std::int32_t highest = 0;
    for (std::int64_t j = 0; j < lengths[s]; ++j) {
      const std::int64_t symbol = database[interleaved ? j * count + s : s * longest + j];
      before = h;
      std::int32_t above = 0, e = 0;
      for (std::size_t i = 0; i < size; ++i) {
        e = std::max(above - kOpen, e) - kExtend;
        f[i] = std::max(before[i] - kOpen, f[i]) - kExtend;
        const std::int32_t diagonal = i == 0 ? 0 : before[i - 1];
        const std::int32_t matched = diagonal + score(symbol, static_cast<std::int64_t>(i));
        h[i] = above = std::max({0, matched, e, f[i]});
        highest = std::max(highest, above);
      }
      if (edges) {
        edge_h[j * count + s] = above;
        edge_e[j * count + s] = e;
      }
    }
    best[s] = highest;
    for (std::int64_t r = 0; strip && r < rows; ++r) {
      strip_h[r * count + s] = h[static_cast<std::size_t>(query - rows + r)];
      strip_f[r * count + s] = f[static_cast<std::size_t>(query - rows + r)];
    }
  });
}

void with_matrix(const Problem& problem, HostBuffers& buffers) {
  const std::int64_t symbols = problem.integer("symbols");
  const bool by_query = problem.integer("by_query") != 0;
  const auto matrix = buffers.as<std::int32_t>("matrix");
  const auto query = buffers.as<std::uint8_t>("query");
  score_batch(problem, buffers, [=](std::int64_t symbol, std::int64_t position) {
    const std::int64_t other = query[position];
    return matrix[by_query ? other * symbols + symbol : symbol * symbols + other];
  });
}

void with_profile(const Problem& problem, HostBuffers& buffers) {
  const std::int64_t query = problem.integer("query");
  const auto profile = buffers.as<std::int8_t>("profile");
  score_batch(problem, buffers, [=](std::int64_t symbol, std::int64_t position) {
    return std::int32_t{profile[symbol * query + position]};
  });
}

void tiles(const Problem& problem, HostBuffers& buffers) {
  constexpr std::int32_t kGap = 3;
  const std::size_t tiles = problem.count("tiles");
  const std::size_t height = problem.count("height"), width = problem.count("bx");
  const std::size_t rows = tiles * height, columns = tiles * width;
  const auto similarity = buffers.as<std::int32_t>("similarity");
  const auto scores = buffers.as<std::int32_t>("scores");
  parallel_for(problem.count("pairs") * tiles, 0, [&](std::size_t task) {
    const std::size_t pair = task / tiles, tile = task % tiles;
    const auto at = [&](std::size_t i, std::size_t j) -> std::int32_t& {
      return scores[(pair * (rows + 1) + i) * (columns + 1) + j];
    };
    for (std::size_t i = tile * height; i < (tile + 1) * height; ++i) {
      const std::size_t first = (tiles - 1 - tile) * width;
      for (std::size_t j = first; j < first + width; ++j) {
        const std::int32_t matched = at(i, j) + similarity[(pair * rows + i) * columns + j];
        at(i + 1, j + 1) = std::max(matched, std::max(at(i, j + 1), at(i + 1, j)) - kGap);
      }
    }
  });
}

const RegisterReference kScores("alignment_scores", with_matrix);
const RegisterReference kProfile("alignment_scores/profile", with_profile);
const RegisterReference kSimilarity("alignment_scores/similarity", tiles);

}  // namespace
}  // namespace lmtune
