#include "lmtune/cli/command.h"

namespace lmtune {

void add_predict_command(CLI::App&, ExitCode&) {}

}  // namespace lmtune
