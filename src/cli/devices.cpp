#include "lmtune/cli/command.h"

namespace lmtune {

void add_devices_command(CLI::App&, ExitCode&) {}

}  // namespace lmtune
