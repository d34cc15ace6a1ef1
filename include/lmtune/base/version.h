// The version of this build, as every file that lmtune writes carries it.
#pragma once

#include <string_view>

namespace lmtune {

/// Kept equal to the project version in CMakeLists.txt by a test.
inline constexpr std::string_view kLmtuneVersion = "0.1.0";

}  // namespace lmtune
