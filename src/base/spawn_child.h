// Starts a program as a child process.
#pragma once

#include <spawn.h>
#include <sys/types.h>

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "lmtune/base/error.h"

namespace lmtune {

/// What happens between fork and exec; nothing, as long as nothing is added.
struct SpawnActions {
  SpawnActions();
  ~SpawnActions();
  SpawnActions(const SpawnActions&) = delete;
  SpawnActions& operator=(const SpawnActions&) = delete;

  posix_spawn_file_actions_t list;
  posix_spawnattr_t attributes;
};

/// kInternal: "cannot ACTION a child process: " and the meaning of `code`, an errno.
Error child_error(std::string_view action, int code);

/// `environment` holds NAME=VALUE. Throws child_error().
pid_t spawn(const std::filesystem::path& program, const std::vector<std::string>& arguments,
            std::vector<std::string> environment, const SpawnActions& actions);

}  // namespace lmtune
