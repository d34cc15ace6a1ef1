// lmtune train: run files to a model.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cmath>
#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include "cli/samples.h"
#include "lmtune/base/error.h"
#include "lmtune/base/file.h"
#include "lmtune/base/log.h"
#include "lmtune/cli/command.h"
#include "lmtune/io/model_json.h"
#include "lmtune/model/model.h"

namespace lmtune {
namespace {

struct TrainArguments {
  std::vector<std::string> runs;
  std::string output;
  std::uint64_t seed = 1;
  std::uint32_t folds = TrainOptions{}.folds;
  std::uint32_t jobs = 0;
  bool json = false;
};

std::string share(double part) { return fmt::format("{:.1f} %", 100.0 * part); }

std::string how_judged(const ModelEvaluation& evaluation) {
  return evaluation.held_out == HeldOut::kFamily
             ? fmt::format("on {} real samples, a correction without the family for each of {}",
                           evaluation.samples, evaluation.folds)
             : fmt::format("{}-fold cross-validation, split by kernel spec", evaluation.folds);
}

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
  text += fmt::format(
      "{} trees{}\n", model.choices.rounds,
      model.choices.correction_rounds == 0
          ? ""
          : fmt::format(", and {} of depth {} that correct them by the real samples",
                        model.choices.correction_rounds, model.choices.correction_depth));
  text += fmt::format("\n{}:\n", how_judged(evaluation));
  text += fmt::format("{:<14} {:>8} {:>10} {:>21}\n", "", "accuracy", "decisive",
                      "performance captured");
  text += row("this model", evaluation.accuracy, share(evaluation.decisive_accuracy),
              evaluation.performance_captured);
  text += row("always cache", evaluation.always_accuracy, "", evaluation.always_performance);
  text += row("never cache", evaluation.never_accuracy, "", evaluation.never_performance);
  text += fmt::format(
      "where it answers ({} of them, those it is {} sure of or more): {} of the decisive ones\n"
      "Brier score {:.3f}; the expected speedup is off by a factor of {:.2f} at the median\n\n",
      share(evaluation.answered), share(model.answer_from),
      share(evaluation.answered_decisive_accuracy), evaluation.brier,
      std::exp(evaluation.speedup_error));
  text +=
      fmt::format("{:<22} {:>8} {:>22}\n", "probability given", "samples", "caching beneficial");
  for (const ReliabilityBin& bin : evaluation.reliability) {
    text += fmt::format("{:<22} {:>8} {:>22}\n", share(bin.predicted), bin.samples,
                        share(bin.observed));
  }
  std::fputs(text.c_str(), stdout);
}

void train(const TrainArguments& arguments) {
  check_writable(arguments.output);
  const SampleSet set = read_samples(arguments.runs, arguments.jobs);
  log_info(fmt::format("training from {} samples", set.samples.size()));
  ModelFile model = train_model(
      set.samples, {.seed = arguments.seed, .folds = arguments.folds, .threads = arguments.jobs});
  model.device = set.device;
  model.training.runs = set.runs;
  write_file_atomically(arguments.output, format_model(model));

  if (arguments.json) {
    std::fputs(format_training(model, arguments.output, set.left_out).c_str(), stdout);
  } else {
    print_summary(model, arguments.output, set.left_out);
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
