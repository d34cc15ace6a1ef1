#include "lmtune/cli/command.h"

namespace lmtune {

void add_generate_command(CLI::App&, ExitCode&) {}

}  // namespace lmtune
