// The binary: a table of commands, and the one place where errors become messages and exit codes.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <exception>
#include <string>
#include <vector>

#include "cli/kernel_file.h"
#include "lmtune/base/error.h"
#include "lmtune/base/log.h"
#include "lmtune/base/version.h"
#include "lmtune/cli/command.h"

namespace lmtune {
namespace {

ExitCode exit_code_of(ErrorKind kind) {
  switch (kind) {
    case ErrorKind::kUsage:
      return ExitCode::kUsage;
    case ErrorKind::kInput:
      return ExitCode::kInput;
    case ErrorKind::kDevice:
      return ExitCode::kDevice;
    case ErrorKind::kOutput:
      return ExitCode::kOutput;
    case ErrorKind::kInternal:
      return ExitCode::kInternal;
  }
  return ExitCode::kInternal;
}

void add_commands(CLI::App& app, ExitCode& exit_code) {
  add_devices_command(app, exit_code);
#if LMTUNE_WITH_OCLGRIND
  add_inspect_command(app, exit_code);
#endif
  add_generate_command(app, exit_code);
  add_measure_command(app, exit_code);
  add_merge_command(app, exit_code);
  add_export_command(app, exit_code);
  add_measure_worker_command(app, exit_code);
#if LMTUNE_WITH_OCLGRIND
  add_trace_child_command(app, exit_code);
#endif
  add_features_command(app, exit_code);
#if LMTUNE_WITH_XGBOOST
  add_train_command(app, exit_code);
  add_evaluate_command(app, exit_code);
#endif
#if LMTUNE_WITH_CHARTJS
  add_report_command(app, exit_code);
#endif
#if LMTUNE_WITH_XGBOOST && LMTUNE_WITH_OCLGRIND
  add_predict_command(app, exit_code);
#endif
  add_completion_command(app, exit_code);
  add_man_command(app, exit_code);
}

ExitCode run(int argc, char** argv) {
  ExitCode exit_code = ExitCode::kOk;
  CLI::App app{"lmtune tells whether to cache an array of an OpenCL kernel in local memory.",
               "lmtune"};
  app.set_version_flag("--version", fmt::format("lmtune {}", kLmtuneVersion));
  app.require_subcommand(1);
  app.footer(
      "Exit codes: 0 done, 1 internal, 2 command line, 3 input, 4 device, 5 output, "
      "6 not\nthe advice of predict --expect, 130 interrupted.\nA command's own help: lmtune "
      "COMMAND --help");
  add_commands(app, exit_code);
  try {
    std::vector<std::string> words = with_double_dashes(argc, argv);
    std::reverse(words.begin(), words.end());  // as CLI11 takes them
    app.parse(words);
    if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0) {
      throw Error(ErrorKind::kOutput, "stdout", "cannot write the results");
    }
    return exit_code;
  } catch (const CLI::Success& success) {  // --help, --version
    app.exit(success);
    return ExitCode::kOk;
  } catch (const CLI::ParseError& error) {
    log_error(error.what());
    return ExitCode::kUsage;
  } catch (const Error& error) {
    log_error(error.what());
    return exit_code_of(error.kind());
  } catch (const std::exception& error) {
    log_error(fmt::format("internal error: {}", error.what()));
    return ExitCode::kInternal;
  }
}

}  // namespace
}  // namespace lmtune

int main(int argc, char** argv) { return static_cast<int>(lmtune::run(argc, argv)); }
