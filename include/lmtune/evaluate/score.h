// How good decisions are over families of real benchmarks, and a rule to decide without a model.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "lmtune/core/evaluation.h"
#include "lmtune/core/prediction.h"
#include "lmtune/core/sample.h"

namespace lmtune {

/// By family and overall, with confidence ranges over the families; `seed` draws those.
FamilyScores family_scores(const std::string& name, std::span<const Sample> real,
                           std::span<const Verdict> verdicts, std::uint64_t seed);

/// A programmer's rule of thumb: stage what the group reads at least twice from local memory, where
/// that leaves at least half of the groups resident.
Verdict rule_of_thumb(const FeatureVector& features);

}  // namespace lmtune
