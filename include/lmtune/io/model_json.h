// Model files (docs/formats.md, docs/schemas/model.schema.json).
#pragma once

#include <filesystem>
#include <string>

#include "lmtune/core/model_file.h"

namespace lmtune {

inline constexpr int kModelFormatVersion = 1;

std::string format_model(const ModelFile& model);

/// Throws kInput where the file is malformed, of another format version, or of another feature
/// schema than this build's (naming both versions).
ModelFile read_model(const std::filesystem::path& path);

}  // namespace lmtune
