// Model files (docs/formats.md, docs/schemas/model.schema.json).
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>

#include "lmtune/core/model_file.h"

namespace lmtune {

inline constexpr int kModelFormatVersion = 4;

std::string format_model(const ModelFile& model);

/// Throws kInput where the file is malformed, of another format version, or of another feature
/// schema than this build's (naming both versions).
ModelFile read_model(const std::filesystem::path& path);

inline constexpr int kTrainingFormatVersion = 2;

/// What `train --json` prints (docs/schemas/training.schema.json): the model without its booster,
/// where it was written, and the results that were left out of the training, counted by reason.
std::string format_training(const ModelFile& model, const std::string& model_path,
                            const std::map<std::string, std::uint64_t>& left_out);

}  // namespace lmtune
