// What a buffer holds, from a file of the user's.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

#include "lmtune/core/launch.h"

namespace lmtune {

/// Reads the elements of a buffer. A file whose name ends in .npy is an array of NumPy's; its
/// numbers become those of `element`, whatever their type there. Any other file holds the elements
/// themselves, as they lie in memory. Throws kInput, saying what was found, where the file cannot
/// be read, holds no whole number of elements, or is no array of numbers.
std::shared_ptr<const BufferData> read_buffer_data(const std::filesystem::path& path,
                                                   ElementType element);

/// The elements in the text of an .npy file that messages call `name`. Throws as above.
std::string parse_npy(std::string_view file, ElementType element, const std::string& name);

}  // namespace lmtune
