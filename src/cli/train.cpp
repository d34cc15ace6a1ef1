// lmtune train: run files to a model.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <atomic>
#include <cstdio>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "cli/benchmark_features.h"
#include "lmtune/base/error.h"
#include "lmtune/base/file.h"
#include "lmtune/base/log.h"
#include "lmtune/base/parallel.h"
#include "lmtune/cli/command.h"
#include "lmtune/core/measurement.h"
#include "lmtune/io/model_json.h"
#include "lmtune/io/run_file.h"
#include "lmtune/model/model.h"

namespace lmtune {
namespace {

struct TrainArguments {
  std::vector<std::string> runs;
  std::string output;
  std::uint64_t seed = 1;
  std::uint32_t folds = 5;
  std::uint32_t jobs = 0;
  bool json = false;
};

/// Results that cannot be trained from, counted by reason.
using LeftOut = std::map<std::string, std::uint64_t>;

std::vector<Run> read_runs(const std::vector<std::string>& paths) {
  std::vector<Run> runs;
  for (const std::string& path : paths) {
    runs.push_back(read_run(path, TornLine::kDrop));
    const Run& run = runs.back();
    if (run.torn) {
      log_warning(fmt::format("{}: the last line is incomplete and was left out", path));
    }
    const DeviceInfo& first = runs.front().header.device;
    const DeviceInfo& device = run.header.device;
    if (device.name != first.name || device.platform != first.platform) {
      throw Error(ErrorKind::kInput, path,
                  fmt::format("was measured on {} ({}), but {} on {} ({})", device.name,
                              device.platform, paths.front(), first.name, first.platform),
                  "train a model for each device");
    }
    if (device.driver_version != first.driver_version) {
      log_warning(fmt::format("{}: measured with driver {}, but {} with {}", path,
                              device.driver_version, paths.front(), first.driver_version));
    }
  }
  return runs;
}

/// The results with two times that are to be compared, each benchmark once.
std::vector<const RunResult*> usable_results(const std::vector<Run>& runs, LeftOut& left_out) {
  std::vector<const RunResult*> usable;
  std::set<std::string> seen;
  for (const Run& run : runs) {
    for (const RunResult& result : run.results) {
      if (result.measurement.status != Status::kCorrect) {
        ++left_out[fmt::format("status {}", to_string(result.measurement.status))];
      } else if (!result.benchmark.plan) {
        ++left_out["no staging plan"];
      } else if (!seen.insert(result.benchmark.id).second) {
        ++left_out["measured before"];
      } else {
        usable.push_back(&result);
      }
    }
  }
  return usable;
}

Sample sample_of(const RunResult& result, const DeviceInfo& device) {
  const Benchmark& benchmark = result.benchmark;
  Sample sample;
  sample.benchmark_id = benchmark.id;
  sample.spec_id = spec_id(benchmark.spec);
  sample.origin = benchmark.origin;
  sample.family = benchmark.family;
  sample.features = planned_features(benchmark, device).front().features;
  sample.speedup = result.measurement.speedup;
  return sample;
}

std::vector<Sample> make_samples(const std::vector<const RunResult*>& results,
                                 const DeviceInfo& device, std::uint32_t jobs, LeftOut& left_out) {
  log_info(fmt::format("computing the features of {} benchmarks", results.size()));
  std::vector<std::optional<Sample>> computed(results.size());
  std::vector<std::string> reasons(results.size());
  std::atomic<std::size_t> done = 0;
  parallel_for(results.size(), jobs, [&](std::size_t i) {
    try {
      computed[i] = sample_of(*results[i], device);
    } catch (const Error& error) {
      // Without the tracer no real benchmark works: that is no matter of a few.
      if (error.kind() != ErrorKind::kInput) throw;
      reasons[i] = error.what();
    }
    if (const std::size_t count = ++done; count % 5000 == 0) {
      log_info(fmt::format("{} of {}", count, results.size()));
    }
  });

  std::vector<Sample> samples;
  std::uint64_t failed = 0;
  for (std::size_t i = 0; i < results.size(); ++i) {
    if (computed[i]) {
      samples.push_back(std::move(*computed[i]));
    } else if (++failed == 1) {
      log_warning(fmt::format("no features of {}: {}", results[i]->benchmark.name, reasons[i]));
    }
  }
  if (failed > 0) left_out["no features"] = failed;
  return samples;
}

std::string share(double part) { return fmt::format("{:.1f} %", 100.0 * part); }

void print_summary(const ModelFile& model, const std::string& path, const LeftOut& left_out) {
  const TrainingSummary& training = model.training;
  const ModelEvaluation& evaluation = model.evaluation;
  std::string text = fmt::format(
      "{}: trained for {} ({})\n"
      "from {} samples of {} kernel specs: {} synthetic, {} real; {} beneficial, {} decisive\n",
      path, model.device.name, model.device.platform, training.samples, training.kernel_specs,
      training.synthetic, training.samples - training.synthetic, training.beneficial,
      training.decisive);
  for (const auto& [reason, count] : left_out) {
    text += fmt::format("left out: {} ({})\n", count, reason);
  }
  const auto row = [](const char* name, double accuracy, const std::string& decisive,
                      double captured) {
    return fmt::format("{:<14} {:>8} {:>10} {:>21.3f}\n", name, share(accuracy), decisive,
                       captured);
  };
  text += fmt::format("\n{}-fold cross-validation, split by kernel spec:\n", evaluation.folds);
  text += fmt::format("{:<14} {:>8} {:>10} {:>21}\n", "", "accuracy", "decisive",
                      "performance captured");
  text += row("this model", evaluation.accuracy, share(evaluation.decisive_accuracy),
              evaluation.performance_captured);
  text += row("always cache", evaluation.always_accuracy, "", evaluation.always_performance);
  text += row("never cache", evaluation.never_accuracy, "", evaluation.never_performance);
  std::fputs(text.c_str(), stdout);
}

void train(const TrainArguments& arguments) {
  check_writable(arguments.output);
  const std::vector<Run> runs = read_runs(arguments.runs);
  const DeviceInfo& device = runs.front().header.device;
  LeftOut left_out;
  const std::vector<Sample> samples =
      make_samples(usable_results(runs, left_out), device, arguments.jobs, left_out);

  if (samples.empty()) {
    std::string reasons;
    for (const auto& [reason, count] : left_out) reasons += fmt::format(" {} ({})", count, reason);
    throw Error(ErrorKind::kInput, arguments.runs.front(), "holds no result to train from",
                reasons.empty() ? "" : "left out:" + reasons);
  }
  log_info(fmt::format("training from {} samples", samples.size()));
  ModelFile model = train_model(
      samples, {.seed = arguments.seed, .folds = arguments.folds, .threads = arguments.jobs});
  model.device = device;
  for (const Run& run : runs) model.training.runs.push_back(run.content_hash);
  write_file_atomically(arguments.output, format_model(model));

  if (arguments.json) {
    std::fputs(format_training(model, arguments.output, left_out).c_str(), stdout);
  } else {
    print_summary(model, arguments.output, left_out);
  }
}

}  // namespace

void add_train_command(CLI::App& app, ExitCode&) {
  auto arguments = std::make_shared<TrainArguments>();
  CLI::App* command = app.add_subcommand("train", "Train a model from measurements of one device");
  command->add_option("RUN", arguments->runs, "Run files, all of one device")->required();
  command->add_option("-o,--output", arguments->output, "Model file to write")->required();
  command->add_option("--seed", arguments->seed, "Of all random choices")->capture_default_str();
  command->add_option("--folds", arguments->folds, "Folds of the cross-validation")
      ->capture_default_str()
      ->check(CLI::Range(2, 100));
  command->add_option("-j,--jobs", arguments->jobs, "Traces and fits at once; 0: one a core")
      ->capture_default_str();
  command->add_flag("--json", arguments->json, "Print the summary as JSON");
  command->footer(
      "Example:\n"
      "  lmtune generate -o campaign.jsonl --count 2000\n"
      "  lmtune measure campaign.jsonl -o run.jsonl\n"
      "  lmtune train run.jsonl -o model.json");
  command->callback([arguments] { train(*arguments); });
}

}  // namespace lmtune
