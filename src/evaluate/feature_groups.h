// Features by what they tell about, for the ablation.
#pragma once

#include <string>
#include <vector>

#include "lmtune/core/feature_vector.h"

namespace lmtune {

struct FeatureGroup {
  std::string name;
  std::vector<Feature> features;
};

/// Every feature is in one of them.
std::vector<FeatureGroup> feature_groups();

}  // namespace lmtune
