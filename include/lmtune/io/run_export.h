// Run files for other programs: a table, and the results format of the auto-tuning community.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string_view>

#include "lmtune/core/feature_vector.h"
#include "lmtune/io/run_file.h"

namespace lmtune {

/// Takes the text piece by piece: a large run's is larger than the run.
using TextSink = std::function<void(std::string_view)>;

/// The results as CSV (RFC 4180): a header line and a line a benchmark; docs/formats.md describes
/// the columns. A cell without a value is empty. `features` holds those of each result (none where
/// they cannot be computed), or is empty: then there are no such columns.
void export_csv(const Run& run, std::span<const std::optional<FeatureVector>> features,
                const TextSink& write);

/// The results in the T4 format, version 1.1.0, times in milliseconds: of each benchmark the
/// baseline and the cached variant as two configurations. docs/formats.md says what becomes of
/// what.
void export_t4(const Run& run, const TextSink& write);

}  // namespace lmtune
