#include "lmtune/cli/command.h"

namespace lmtune {

void add_train_command(CLI::App&, ExitCode&) {}

}  // namespace lmtune
