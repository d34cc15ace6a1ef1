// Completion scripts of the shells, for the commands and options that there are.
#pragma once

#include <string>

#include "cli/command_outline.h"

namespace lmtune {

std::string bash_completion(const CommandOutline& program);
std::string zsh_completion(const CommandOutline& program);
std::string fish_completion(const CommandOutline& program);

}  // namespace lmtune
