#include "lmtune/cli/command.h"

namespace lmtune {

void add_trace_child_command(CLI::App&, ExitCode&) {}

}  // namespace lmtune
