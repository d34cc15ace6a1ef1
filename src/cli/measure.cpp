#include "lmtune/cli/command.h"

namespace lmtune {

void add_measure_command(CLI::App&, ExitCode&) {}

}  // namespace lmtune
