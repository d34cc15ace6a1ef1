// Reads evaluation files as text, for whoever hands them on as JSON.
#pragma once

#include <filesystem>
#include <string>

namespace lmtune {

/// The evaluation file at `path` as JSON on one line, every member as it stands there. Throws
/// kInput where it cannot be read, is no evaluation file of this format version, or lacks or
/// misshapes a member of the study (docs/schemas/evaluation.schema.json has the whole format).
std::string read_evaluation_text(const std::filesystem::path& path);

}  // namespace lmtune
