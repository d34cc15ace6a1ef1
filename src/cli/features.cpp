#include "lmtune/cli/command.h"

namespace lmtune {

void add_features_command(CLI::App&, ExitCode&) {}

}  // namespace lmtune
