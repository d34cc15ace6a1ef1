// The two forests of a model, and how each is fitted. The first learns from synthetic samples; the
// second, the correction, learns from real ones, and its trees add to half of what the first says:
// on kernels of another kind a model is right less often than it thinks (docs/study.md).
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "lmtune/core/model_file.h"
#include "model/booster.h"

namespace lmtune {

/// Rows for `samples`, in which the `hidden` features are 0.
std::vector<FeatureVector> shown_features(std::span<const Sample* const> samples,
                                          const std::vector<Feature>& hidden = {});

/// For a first forest from `samples` samples.
BoosterOptions first_options(Learns learns, std::size_t samples, int rounds, std::uint64_t seed);

BoosterOptions correction_options(Learns learns, int depth, int rounds, std::uint64_t seed);

/// Where the correction's trees start from the margins of the first forest.
std::vector<double> correction_start(std::span<const double> margins);

class Forests {
 public:
  Forests(Booster first, std::optional<Booster> correction)
      : first_(std::move(first)), correction_(std::move(correction)) {}
  static Forests from_file(const ForestFile& file);

  std::vector<double> margins(std::span<const FeatureVector> rows) const;

  /// Of one row: each feature's contribution to the margin. What they leave of it is the same for
  /// every row.
  std::vector<double> contributions(const FeatureVector& row) const;

  ForestFile to_file() const;

 private:
  Booster first_;
  std::optional<Booster> correction_;
};

}  // namespace lmtune
