// Tells what kind of file a path holds by the "format" member of its first object.
#pragma once

#include <filesystem>
#include <string>

namespace lmtune {

/// "campaign", "case", "run", "model" …: what follows "lmtune-" in the first object of `path`,
/// which is the whole file or, in JSON Lines, its first line. Throws kInput if the file cannot be
/// read, is empty, is no JSON, or its first object has no such member.
std::string file_format(const std::filesystem::path& path);

}  // namespace lmtune
