// The texts of the profiles that travel inside the binary.
#pragma once

#include <span>
#include <string_view>

namespace lmtune {

struct BuiltInProfile {
  std::string_view name;
  std::string_view text;  ///< of profiles/<name>.json, as it was when lmtune was built
};

std::span<const BuiltInProfile> profile_texts();

}  // namespace lmtune
