#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "lmtune/base/parallel.h"
#include "support/references/reference.h"

namespace lmtune {
namespace {

// Whether references and queries have a row of points for each coordinate.
struct Layout {
  bool reference_columns;
  bool query_columns;
};

void find_nearest(const Problem& problem, HostBuffers& buffers, Layout layout) {
  const std::int64_t queries = problem.integer("queries");
  const std::int64_t references = problem.integer("references");
  const std::int64_t dims = problem.integer("dims"), nearest = problem.integer("nearest");
  const auto query = buffers.as<float>("queries"), reference = buffers.as<float>("references");
  const auto distances = buffers.as<float>("distances");
  const auto indices = buffers.as<std::int32_t>("indices");
  parallel_for(problem.count("queries"), 0, [&](std::size_t task) {
    const auto q = static_cast<std::int64_t>(task);
    // Of equal distances the earlier reference is the nearer one.
    std::vector<std::pair<float, std::int64_t>> list(static_cast<std::size_t>(nearest),
                                                     {std::numeric_limits<float>::max(), -1});
    for (std::int64_t r = 0; r < references; ++r) {
      float sum = 0.0f;
      for (std::int64_t d = 0; d < dims; ++d) {
        const float there = reference[layout.reference_columns ? d * references + r : r * dims + d];
        const float difference =
            query[layout.query_columns ? d * queries + q : q * dims + d] - there;
        sum = std::fma(difference, difference, sum);
      }
      if (sum >= list.back().first) continue;
      list.pop_back();
      auto place = list.begin();
      while (place != list.end() && place->first <= sum) ++place;
      list.insert(place, {sum, r});
    }
    std::int64_t at = q;
    for (const auto& [distance, index] : list) {
      distances[at] = distance;
      indices[at] = static_cast<std::int32_t>(index);
      at += queries;
    }
  });
}

const RegisterReference kReferences("nearest_points",
                                    [](const Problem& problem, HostBuffers& buffers) {
                                      find_nearest(problem, buffers, {false, false});
                                    });
const RegisterReference kColumns("nearest_points/references_soa",
                                 [](const Problem& problem, HostBuffers& buffers) {
                                   find_nearest(problem, buffers, {true, true});
                                 });
const RegisterReference kQueries("nearest_points/queries", [](const Problem& problem,
                                                              HostBuffers& buffers) {
  find_nearest(problem, buffers, {false, problem.integer("soa") != 0});
});

}  // namespace
}  // namespace lmtune
