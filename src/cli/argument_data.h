// What --data says: the contents of an array, by a pattern or from a file.
#pragma once

#include <string>

#include "lmtune/core/launch.h"

namespace lmtune {

/// The patterns that there are, as messages list them.
inline constexpr const char* kDataPatterns =
    "random:LOW:HIGH, ramp[:STEP[:START]], band:WIDTH, constant:VALUE, FILE.npy or FILE.bin";

/// Gives `buffer` the contents that `text` tells: random whole numbers (or numbers) from LOW to
/// HIGH; START + i * STEP for element i; i plus or minus up to WIDTH, not below 0; one value; or
/// those of a file, and then its length too where `buffer` has none (count 0). Throws kUsage for
/// anything else, and kInput where the file is not what it should be.
void set_contents(BufferArgument& buffer, const std::string& name, const std::string& text);

}  // namespace lmtune
