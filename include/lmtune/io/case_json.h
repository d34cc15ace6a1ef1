// Reading case files (docs/formats.md, docs/schemas/case.schema.json).
#pragma once

#include <filesystem>

#include "lmtune/core/case_file.h"

namespace lmtune {

inline constexpr int kCaseFormatVersion = 1;

/// Throws kInput with file and JSON pointer where it is malformed or of another version.
CaseFile read_case(const std::filesystem::path& path);

}  // namespace lmtune
