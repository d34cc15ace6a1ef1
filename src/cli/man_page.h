// The man page lmtune(1), from the same texts as --help.
#pragma once

#include <string>

#include "cli/command_outline.h"

namespace lmtune {

/// roff, in UTF-8.
std::string man_page(const CommandOutline& program);

}  // namespace lmtune
