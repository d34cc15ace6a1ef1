// `lmtune measure`: times both variants of benchmarks on a device, into a run file.
#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <atomic>
#include <csignal>
#include <cstdio>
#include <ctime>
#include <memory>

#include "cli/benchmark_inputs.h"
#include "lmtune/base/error.h"
#include "lmtune/base/file.h"
#include "lmtune/cli/command.h"
#include "lmtune/io/output_json.h"
#include "lmtune/measure/campaign_run.h"
#include "lmtune/opencl/devices.h"
#include "lmtune/opencl/executor.h"

namespace lmtune {
namespace {

constexpr const char* kExample =
    "Example:\n"
    "  lmtune measure seeds/matmul/a.json -o run.jsonl --quick\n"
    "  lmtune measure campaign.jsonl -o run.jsonl --device H200\n"
    "  lmtune measure seeds/ --list\n\n"
    "The run file grows by a line for each benchmark. After an interruption, a crash or a kill, "
    "the "
    "same\ncommand goes on where it stopped. Ctrl-C finishes the benchmark in flight.";

struct MeasureArguments {
  std::vector<std::string> inputs;
  std::string output;
  std::string device;
  std::string filter;
  bool quick_launches = false;
  bool quick_protocol = false;
  bool json = false;
  bool list = false;
};

// A signal handler can reach nothing but globals.
std::atomic<bool> interrupted{false};
std::atomic<std::time_t> interrupted_at{0};
static_assert(std::atomic<bool>::is_always_lock_free);
static_assert(std::atomic<std::time_t>::is_always_lock_free);

extern "C" void on_signal(int signal) {
  const std::time_t now = std::time(nullptr);
  if (!interrupted.exchange(true)) {
    interrupted_at = now;
    return;
  }
  // One more, later, ends the process at once: a kernel may hang. `timeout` and job schedulers send
  // the first one twice in a row.
  if (now - interrupted_at < 2) return;
  std::signal(signal, SIG_DFL);
  std::raise(signal);
}

std::string duration_text(double seconds) {
  if (seconds < 10.0) return fmt::format("{:.1f} s", seconds);
  if (seconds < 120.0) return fmt::format("{:.0f} s", seconds);
  if (seconds < 7200.0) return fmt::format("{:.0f} min", seconds / 60.0);
  return fmt::format("{:.1f} h", seconds / 3600.0);
}

/// A line that is written over, on a terminal only.
class ProgressLine {
 public:
  ProgressLine() : visible_(::isatty(STDERR_FILENO) == 1) {}
  ~ProgressLine() {
    if (visible_) fmt::print(stderr, "\r\x1b[K");
  }

  void show(const RunProgress& progress) const {
    if (!visible_) return;
    fmt::print(stderr, "\r\x1b[K{}/{} measured, {} failed, {:.1f}/s, {} left", progress.done,
               progress.total, progress.failed, progress.per_second,
               progress.per_second > 0.0 ? duration_text(progress.seconds_left) : "?");
    std::fflush(stderr);
  }

 private:
  bool visible_;
};

std::string share(std::size_t part, std::size_t whole) {
  return fmt::format("{} ({:.0f} %)", part,
                     100.0 * static_cast<double>(part) / static_cast<double>(whole));
}

void print_summary(const RunSummary& summary, const MeasureArguments& arguments) {
  std::size_t done = 0;
  std::string failures;
  for (std::size_t i = 0; i < summary.by_status.size(); ++i) {
    const auto status = static_cast<Status>(i);
    done += summary.by_status[i];
    if (status == Status::kCorrect || summary.by_status[i] == 0) continue;
    failures += fmt::format(", {} {}", summary.by_status[i], to_string(status));
  }
  const std::size_t correct = summary.count(Status::kCorrect);
  fmt::print(stderr, "{}: {} of {} benchmarks done in {}", arguments.output, done, summary.total,
             duration_text(summary.seconds));
  if (summary.kept > 0) fmt::print(stderr, " ({} were there before)", summary.kept);
  fmt::print(stderr, "\n  {} correct{}\n", correct, failures);
  if (correct > 0) {
    fmt::print(stderr,
               "  caching is beneficial in {}, decisive are {}, ties {}; median speedup "
               "{:.3g}\n",
               share(summary.beneficial, correct), share(summary.decisive, correct),
               share(summary.ties, correct), summary.median_speedup);
  }
  if (summary.end == RunEnd::kInterrupted) {
    fmt::print(stderr, "interrupted: the same command goes on where it stopped\n");
  }
}

std::vector<Benchmark> benchmarks_of(const MeasureArguments& arguments) {
  return read_benchmarks(arguments.inputs,
                         arguments.quick_launches ? CaseSize::kQuick : CaseSize::kAll,
                         arguments.filter);
}

void list_benchmarks(const MeasureArguments& arguments) {
  for (const Benchmark& benchmark : benchmarks_of(arguments)) fmt::print("{}\n", benchmark.name);
}

void run_measure(const MeasureArguments& arguments, ExitCode& exit_code) {
  if (arguments.output.empty()) {
    throw Error(ErrorKind::kUsage, "--output", "is missing",
                "name the run file to write: -o run.jsonl; or ask for --list");
  }
  check_writable(arguments.output);
  const std::vector<Benchmark> benchmarks = benchmarks_of(arguments);
  const std::size_t device = select_device(list_devices(), arguments.device);
  const std::unique_ptr<Executor> executor = make_opencl_executor(device);

  std::signal(SIGINT, on_signal);
  std::signal(SIGTERM, on_signal);
  const ProtocolOptions options =
      arguments.quick_protocol ? ProtocolOptions::quick() : ProtocolOptions();
  RunSummary summary;
  {
    const ProgressLine line;
    RunHooks hooks;
    hooks.on_progress = [&line](const RunProgress& progress) { line.show(progress); };
    hooks.interrupted = &interrupted;
    summary = run_campaign(*executor, benchmarks, arguments.output, options, hooks);
  }
  if (arguments.json) {
    fmt::print("{}\n", format_run_summary(summary, arguments.output));
  } else {
    print_summary(summary, arguments);
  }
  if (summary.end == RunEnd::kInterrupted) exit_code = ExitCode::kInterrupted;
}

}  // namespace

void add_measure_command(CLI::App& app, ExitCode& exit_code) {
  CLI::App* command = app.add_subcommand("measure", "Time both variants of benchmarks on a device");
  command->footer(kExample);
  auto arguments = std::make_shared<MeasureArguments>();
  command
      ->add_option("inputs", arguments->inputs,
                   "Campaigns, case files, run files, or folders of case files")
      ->required();
  auto* output =
      command->add_option("-o,--output", arguments->output, "Run file to write or to go on with");
  command->add_option("--device", arguments->device,
                      "Part of a device's name, see `lmtune devices` (default: the first GPU)");
  command->add_option("--filter", arguments->filter,
                      "Only benchmarks with this text in their name");
  command->add_flag("--quick", arguments->quick_launches,
                    "Only the launch sets named quick of case files");
  command->add_flag("--quick-protocol", arguments->quick_protocol,
                    "Fewer samples: less exact, several times faster");
  auto* json = command->add_flag("--json", arguments->json, "Print the summary as JSON on stdout");
  command
      ->add_flag("--list", arguments->list,
                 "Print the names of the benchmarks, one a line, and measure nothing")
      ->excludes(output)
      ->excludes(json);
  command->callback([arguments, &exit_code] {
    if (arguments->list) return list_benchmarks(*arguments);
    run_measure(*arguments, exit_code);
  });
}

}  // namespace lmtune
