#include "evaluate/feature_groups.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace lmtune {
namespace {

struct Prefix {
  std::string_view text;
  std::string_view group;
};

/// The first that a name begins with tells its group.
constexpr std::array kPrefixes{Prefix{"target_to_cache", "cache"},
                               Prefix{"footprint", "cache"},
                               Prefix{"resident_footprint", "cache"},
                               Prefix{"target_", "accesses of the target"},
                               Prefix{"staged", "staging"},
                               Prefix{"staging_", "staging"},
                               Prefix{"loads_per_", "staging"},
                               Prefix{"bank_", "staging"},
                               Prefix{"traffic_", "staging"},
                               Prefix{"store", "stores"},
                               Prefix{"aliasing", "stores"},
                               Prefix{"other_", "other work"},
                               Prefix{"flops_", "other work"},
                               Prefix{"special_", "other work"},
                               Prefix{"local_", "other work"},
                               Prefix{"barriers", "other work"},
                               Prefix{"", "parallelism"}};

std::string_view group_of(std::string_view feature) {
  return std::find_if(kPrefixes.begin(), kPrefixes.end(),
                      [feature](const Prefix& one) { return feature.starts_with(one.text); })
      ->group;
}

}  // namespace

std::vector<FeatureGroup> feature_groups() {
  std::vector<FeatureGroup> groups;
  for (std::size_t i = 0; i < kFeatureCount; ++i) {
    const std::string_view name = group_of(feature_schema()[i].name);
    auto found = std::find_if(groups.begin(), groups.end(),
                              [name](const FeatureGroup& one) { return one.name == name; });
    if (found == groups.end()) found = groups.insert(groups.end(), {std::string(name), {}});
    found->features.push_back(static_cast<Feature>(i));
  }
  return groups;
}

}  // namespace lmtune
