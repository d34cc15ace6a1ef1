// The model that comes with lmtune, for those who have none of their own.
#pragma once

#include <filesystem>

namespace lmtune {

/// Where it lies: where `cmake --install` puts it, or in the source tree that this binary was built
/// in. Throws kUsage where there is none.
std::filesystem::path shipped_model();

}  // namespace lmtune
