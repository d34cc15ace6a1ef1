#include "lmtune/model/folds.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string>

#include "lmtune/base/error.h"
#include "lmtune/base/random.h"

namespace lmtune {

std::vector<std::uint32_t> assign_folds(std::span<const Sample* const> samples, std::uint32_t folds,
                                        std::uint64_t seed) {
  std::map<std::string_view, std::size_t> rows_of_spec;
  for (const Sample* sample : samples) ++rows_of_spec[sample->spec_id];
  if (folds == 0 || rows_of_spec.size() < folds) {
    throw Error(ErrorKind::kInput, "",
                fmt::format("{} samples of {} kernel specs cannot be split into {} folds",
                            samples.size(), rows_of_spec.size(), folds),
                "measure more kernels, or ask for fewer folds");
  }

  std::vector<std::string_view> specs;
  for (const auto& [spec, rows] : rows_of_spec) specs.push_back(spec);
  Random(seed).shuffle(std::span(specs));

  // Each spec goes to the fold with the fewest rows; the first specs thereby fill every fold.
  std::vector<std::size_t> rows(folds, 0);
  std::map<std::string_view, std::uint32_t> fold_of_spec;
  for (const std::string_view spec : specs) {
    const auto shortest = std::min_element(rows.begin(), rows.end());
    fold_of_spec[spec] = static_cast<std::uint32_t>(shortest - rows.begin());
    *shortest += rows_of_spec[spec];
  }

  std::vector<std::uint32_t> fold_of_sample;
  fold_of_sample.reserve(samples.size());
  for (const Sample* sample : samples) fold_of_sample.push_back(fold_of_spec[sample->spec_id]);
  return fold_of_sample;
}

}  // namespace lmtune
