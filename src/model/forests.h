// The two forests of a model, and how each is fitted. The first learns from synthetic samples; the
// second, the correction, learns from real ones, and its trees add to three quarters of what the
// first says: on kernels of another kind a model is right less often than it thinks
// (docs/study.md).
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "lmtune/core/model_file.h"
#include "lmtune/model/fit.h"
#include "model/booster.h"

namespace lmtune {

/// Rows for `samples`, in which the `hidden` features are 0.
std::vector<FeatureVector> shown_features(std::span<const Sample* const> samples,
                                          const std::vector<Feature>& hidden = {});

Booster fit_first(std::span<const Sample* const> samples, Learns learns, const FitOptions& options);

/// Of trees of that depth.
Booster fit_correction(const FirstSaid& training, Learns learns, int depth,
                       const FitOptions& options);

/// What a correction is asked: rows that start where its trees do.
Matrix to_correct(const FirstSaid& tested, const std::vector<Feature>& hidden = {});

class Forests {
 public:
  Forests(Booster first, std::optional<Booster> correction)
      : first_(std::move(first)), correction_(std::move(correction)) {}
  static Forests from_file(const ForestFile& file);

  /// As Booster::use_all_cores().
  void use_all_cores();

  /// Of rows whose start may change.
  std::vector<double> margins(Matrix& rows) const;

  /// Of one row: each feature's contribution to the margin. What they leave of it is the same for
  /// every row.
  std::vector<double> contributions(const FeatureVector& row) const;

  ForestFile to_file() const;

 private:
  Booster first_;
  std::optional<Booster> correction_;
};

}  // namespace lmtune
