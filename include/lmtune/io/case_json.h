// Reading and writing case files (docs/formats.md, docs/schemas/case.schema.json).
#pragma once

#include <filesystem>
#include <string>

#include "lmtune/core/case_file.h"

namespace lmtune {

inline constexpr int kCaseFormatVersion = 1;

/// Throws kInput with file and JSON pointer where it is malformed or of another version.
CaseFile read_case(const std::filesystem::path& path);

/// The file's text, from which read_case() gives `file` again but for the places that expressions
/// came from. Expressions that are numbers are written as numbers.
std::string format_case(const CaseFile& file);

}  // namespace lmtune
