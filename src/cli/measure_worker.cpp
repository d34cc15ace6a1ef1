// The hidden command that `measure` starts as its worker processes.
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <cerrno>
#include <csignal>
#include <iostream>
#include <memory>
#include <string>

#include "cli/protocol_arguments.h"
#include "lmtune/base/child_process.h"
#include "lmtune/base/error.h"
#include "lmtune/cli/command.h"
#include "lmtune/measure/worker_session.h"
#include "lmtune/opencl/executor.h"

namespace lmtune {
namespace {

struct WorkerArguments {
  std::size_t device_index = 0;
  ProtocolArguments protocol;
};

/// Dies with the process that started it, leaves no core files about, and leaves Ctrl-C and
/// termination to it: both are sent to whole groups of processes.
void confine() {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  const rlimit none{0, 0};
  ::setrlimit(RLIMIT_CORE, &none);
  std::signal(SIGINT, SIG_IGN);
  std::signal(SIGTERM, SIG_IGN);
  // The compiler's own child processes must not hold the pipe open.
  ::fcntl(kChildOutputDescriptor, F_SETFD, FD_CLOEXEC);
}

void say(const std::string& line) {
  const std::string text = line + '\n';
  std::string_view rest = text;
  while (!rest.empty()) {
    const ssize_t written = ::write(kChildOutputDescriptor, rest.data(), rest.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) ::_exit(1);  // Nobody is left to be told.
    rest.remove_prefix(static_cast<std::size_t>(written));
  }
}

void serve(const WorkerArguments& arguments) {
  const std::unique_ptr<Executor> executor = make_opencl_executor(arguments.device_index);
  WorkerSession session(*executor, protocol_options(arguments.protocol), steady_clock(), say);
  for (std::string line; std::getline(std::cin, line);) session.handle(line);
}

void run_worker(const WorkerArguments& arguments) {
  if (::fcntl(kChildOutputDescriptor, F_GETFL) < 0) {
    throw Error(ErrorKind::kUsage, "measure-worker", "is a part of lmtune that it starts by itself",
                "see lmtune --help for the commands");
  }
  confine();
  try {
    serve(arguments);
  } catch (const std::exception& error) {
    say(format_worker_report(UnusableReport{error.what()}));
  }
}

}  // namespace

void add_measure_worker_command(CLI::App& app, ExitCode&) {
  CLI::App* command = app.add_subcommand("measure-worker", "Measures what `measure` tells it to");
  command->group("");  // not in --help
  auto arguments = std::make_shared<WorkerArguments>();
  command->add_option("--device-index", arguments->device_index, "In the order of lmtune devices");
  add_protocol_options(*command, arguments->protocol);
  command->callback([arguments] { run_worker(*arguments); });
}

}  // namespace lmtune
