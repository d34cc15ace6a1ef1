// What the writers of files share.
#pragma once

#include <filesystem>
#include <string_view>

#include "lmtune/base/error.h"

namespace lmtune {

/// What stopped us from doing `action` to `path`; `code` is its errno.
Error output_error(const std::filesystem::path& path, std::string_view action, int code);

/// Writes all of `data`; returns 0 or the errno that stopped it.
int write_all(int descriptor, std::string_view data);

/// A name of this process's own in the folder of `path`, from where it can be renamed to it.
std::filesystem::path temporary_beside(const std::filesystem::path& path);

}  // namespace lmtune
