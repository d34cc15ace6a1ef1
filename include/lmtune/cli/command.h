// What every command of the binary shares: its place in the table, exit codes, common options.
#pragma once

namespace CLI {
class App;
}

namespace lmtune {

/// Exit codes of the binary, documented in README.md.
enum class ExitCode : int {
  kOk = 0,
  kInternal = 1,      ///< a bug in lmtune or in a library
  kUsage = 2,         ///< the command line
  kInput = 3,         ///< a file, kernel or launch that was given
  kDevice = 4,        ///< no such device, or it failed
  kOutput = 5,        ///< an output cannot be written
  kUnexpected = 6,    ///< `predict --expect`: the advice is another one
  kInterrupted = 130  ///< SIGINT or SIGTERM; what was measured so far is kept
};

/// Each declares one command on `app`: options, help with an example, and a callback that does the
/// work when the command is chosen. A callback throws Error, or sets `exit_code` to something else
/// than kOk where the command ended early without an error.
void add_devices_command(CLI::App& app, ExitCode& exit_code);
void add_inspect_command(CLI::App& app, ExitCode& exit_code);
void add_generate_command(CLI::App& app, ExitCode& exit_code);
void add_measure_command(CLI::App& app, ExitCode& exit_code);
void add_measure_worker_command(CLI::App& app, ExitCode& exit_code);  ///< hidden: measure's process
void add_merge_command(CLI::App& app, ExitCode& exit_code);
void add_export_command(CLI::App& app, ExitCode& exit_code);
void add_features_command(CLI::App& app, ExitCode& exit_code);
void add_train_command(CLI::App& app, ExitCode& exit_code);
void add_evaluate_command(CLI::App& app, ExitCode& exit_code);
void add_report_command(CLI::App& app, ExitCode& exit_code);
void add_predict_command(CLI::App& app, ExitCode& exit_code);
void add_completion_command(CLI::App& app, ExitCode& exit_code);
void add_man_command(CLI::App& app, ExitCode& exit_code);
void add_trace_child_command(CLI::App& app, ExitCode& exit_code);  ///< hidden: the tracer's process

}  // namespace lmtune
