// `lmtune measure`: times both variants of benchmarks on a device, into a run file.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <atomic>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <memory>
#include <optional>

#include "cli/benchmark_inputs.h"
#include "cli/measure_devices.h"
#include "cli/measure_run.h"
#include "cli/measure_text.h"
#include "cli/protocol_arguments.h"
#include "lmtune/base/error.h"
#include "lmtune/base/file.h"
#include "lmtune/base/log.h"
#include "lmtune/cli/command.h"
#include "lmtune/io/output_json.h"
#include "lmtune/measure/shard.h"
#include "lmtune/opencl/devices.h"

namespace lmtune {
namespace {

constexpr const char* kExample =
    "Example:\n"
    "  lmtune measure seeds/matmul/a.json -o run.jsonl --quick\n"
    "  lmtune measure campaign.jsonl -o run.jsonl --device H200\n"
    "  lmtune measure campaign.jsonl -o part2.jsonl --device all:H200 --shard 2/8\n"
    "  lmtune measure seeds/ --list\n\n"
    "The run file grows by a line for each benchmark. After an interruption, a crash or a kill, "
    "the same\ncommand goes on where it stopped. Ctrl-C finishes the benchmark in flight.";

struct MeasureArguments {
  std::vector<std::string> inputs;
  std::string output;
  std::vector<std::string> devices;
  std::string filter;
  std::string shard;
  bool quick_launches = false;
  bool resume = true;  ///< what happens anyway; the flag is there for scripts that say so
  MeasureSettings settings;
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
  // One more, later, ends the process at once. `timeout` and job schedulers send the first one
  // twice in a row.
  if (now - interrupted_at < 2) return;
  std::signal(signal, SIG_DFL);
  std::raise(signal);
}

std::optional<std::uint32_t> number_in_environment(const char* name) {
  const char* text = std::getenv(name);
  if (text == nullptr) return std::nullopt;
  char* end = nullptr;
  const unsigned long value = std::strtoul(text, &end, 10);
  if (*text == '\0' || *end != '\0') {
    throw Error(ErrorKind::kUsage, name, fmt::format("'{}' is no number", text),
                "Slurm sets it for each task of a job array; or say --shard I/N");
  }
  return static_cast<std::uint32_t>(value);
}

/// From --shard, or from the job array that this process belongs to.
std::optional<Shard> chosen_shard(const MeasureArguments& arguments) {
  if (!arguments.shard.empty()) return parse_shard(arguments.shard, "--shard");
  const auto task = number_in_environment("SLURM_ARRAY_TASK_ID");
  const auto count = number_in_environment("SLURM_ARRAY_TASK_COUNT");
  if (!task || !count) return std::nullopt;
  const std::uint32_t first = number_in_environment("SLURM_ARRAY_TASK_MIN").value_or(0);
  const std::uint32_t step = number_in_environment("SLURM_ARRAY_TASK_STEP").value_or(1);
  const std::string text = fmt::format("{}/{}", (*task - first) / std::max(step, 1u) + 1, *count);
  log_info(fmt::format("measures shard {}, as SLURM_ARRAY_TASK_ID says", text));
  return parse_shard(text, "SLURM_ARRAY_TASK_ID");
}

std::vector<Benchmark> benchmarks_of(const MeasureArguments& arguments) {
  std::vector<Benchmark> benchmarks = read_benchmarks(
      arguments.inputs, arguments.quick_launches ? CaseSize::kQuick : CaseSize::kAll,
      arguments.filter);
  if (const auto shard = chosen_shard(arguments)) {
    std::erase_if(benchmarks, [&](const Benchmark& one) { return !in_shard(one.spec, *shard); });
  }
  return benchmarks;
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
  const RunDevices devices = select_run_devices(list_devices(), arguments.devices);

  std::signal(SIGINT, on_signal);
  std::signal(SIGTERM, on_signal);
  const RunSummary summary =
      measure_benchmarks(devices, benchmarks, arguments.output, arguments.settings, &interrupted);
  if (arguments.json) {
    fmt::print("{}\n", format_run_summary(summary, arguments.output));
  } else {
    fmt::print(stderr, "{}", summary_text(summary, arguments.output));
  }
  if (summary.end == RunEnd::kInterrupted) exit_code = ExitCode::kInterrupted;
}

void add_choice_options(CLI::App& command, MeasureArguments& arguments) {
  command.add_option("--filter", arguments.filter, "Only benchmarks with this text in their name");
  command.add_flag("--quick", arguments.quick_launches,
                   "Only the launch sets named quick of case files");
  command.add_option("--shard", arguments.shard,
                     "I/N: only the I-th of N parts, split by kernel spec (default: the task of "
                     "Slurm's job array, if there is one)");
}

void add_run_options(CLI::App& command, MeasureArguments& arguments) {
  command.add_option("--device", arguments.devices,
                     "Part of a device's name, see `lmtune devices` (default: the first GPU); may "
                     "be repeated; all:NAME takes all that NAME fits");
  command
      .add_option("-j,--jobs", arguments.settings.jobs,
                  "Worker processes that build (default: a core each on a GPU, 1 on a CPU); one "
                  "at a time measures on a device")
      ->check(CLI::Range(1, 1024));
  command.add_flag("--resume", arguments.resume,
                   "Go on with an existing run file; this is what happens anyway");
  add_protocol_options(command, arguments.settings.protocol);
  command
      .add_option("--controls", arguments.settings.options.control_share,
                  "Share of the benchmarks also measured as A/A controls")
      ->check(CLI::Range(0.0, 1.0))
      ->capture_default_str();
  command
      .add_option("--repeats", arguments.settings.options.repeat_share,
                  "Share of the benchmarks measured once more")
      ->check(CLI::Range(0.0, 1.0))
      ->capture_default_str();
  command
      .add_option("--benchmark-limit", arguments.settings.benchmark_limit_s,
                  "Seconds after which a benchmark is `timeout` and its process is killed "
                  "(default: 10, or 20 times what sampling may take)")
      ->check(CLI::PositiveNumber);
  command
      .add_option("--build-limit", arguments.settings.build_limit_s,
                  "The same for building a kernel spec, and for starting a worker")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
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
  add_choice_options(*command, *arguments);
  add_run_options(*command, *arguments);
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
