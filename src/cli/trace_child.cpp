// The hidden command that the tracer starts as its child process.
#include <CLI/CLI.hpp>

#include "lmtune/cli/command.h"
#include "lmtune/trace/tracer_process.h"

namespace lmtune {

void add_trace_child_command(CLI::App& app, ExitCode&) {
  CLI::App* command = app.add_subcommand("trace-child", "Answers one request of the tracer");
  command->group("");  // not in --help
  command->callback(run_tracer_process);
}

}  // namespace lmtune
