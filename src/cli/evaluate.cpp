// lmtune evaluate: the paper's study, from run files.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "cli/samples.h"
#include "lmtune/base/error.h"
#include "lmtune/base/file.h"
#include "lmtune/base/log.h"
#include "lmtune/cli/command.h"
#include "lmtune/evaluate/study.h"
#include "lmtune/io/evaluation_json.h"

namespace lmtune {
namespace {

struct EvaluateArguments {
  std::vector<std::string> runs;
  std::string output;
  std::uint32_t jobs = 0;
  StudyOptions options;
};

/// Samples by what they are: real, or of one of the generation approaches.
struct StudySets {
  std::vector<Sample> real;
  std::map<std::string, std::vector<Sample>> synthetic;
};

StudySets study_sets(SampleSet set) {
  StudySets sets;
  for (Sample& sample : set.samples) {
    if (sample.origin == Origin::kReal) {
      sets.real.push_back(std::move(sample));
    } else {
      sets.synthetic[sample.approach].push_back(std::move(sample));
    }
  }
  return sets;
}

std::string in_percent(double share) { return fmt::format("{:.1f}", 100.0 * share); }

std::string score_row(const FamilyScores& scores) {
  return fmt::format(
      "{:<28} {:>8} {:>13} {:>8} {:>13} {:>10.3f}\n", scores.name,
      in_percent(scores.overall.accuracy),
      in_percent(scores.accuracy.low) + "-" + in_percent(scores.accuracy.high),
      in_percent(scores.overall.decisive_accuracy),
      in_percent(scores.decisive_accuracy.low) + "-" + in_percent(scores.decisive_accuracy.high),
      scores.overall.performance_captured);
}

std::string family_table(const Evaluation& evaluation) {
  std::string text = fmt::format("\n{:<24}", "decisive, % right");
  for (const TrainingSetStudy& one : evaluation.training_sets) {
    text += fmt::format(" {:>18}", one.leave_one_out.name);
  }
  for (const auto& [family, ignored] : evaluation.baselines.front().families) {
    text += fmt::format("\n{:<24}", family);
    for (const TrainingSetStudy& one : evaluation.training_sets) {
      text += fmt::format(" {:>18}",
                          in_percent(one.leave_one_out.families.at(family).decisive_accuracy));
    }
  }
  return text + '\n';
}

void print_study(const Evaluation& evaluation, const std::string& path) {
  std::string text = fmt::format(
      "{}: on real benchmarks whose family was left out of training, in %\n"
      "{:<28} {:>8} {:>13} {:>8} {:>13} {:>10}\n",
      path, "", "right", "over families", "decisive", "over families", "captured");
  for (const FamilyScores& one : evaluation.baselines) text += score_row(one);
  for (const TrainingSetStudy& one : evaluation.training_sets) {
    text += score_row(one.leave_one_out);
  }
  text += fmt::format("at most {} can be right: the rest are ties\n",
                      in_percent(evaluation.label_ceiling));
  text += family_table(evaluation);
  text += "\nwithin the synthetic sets, on other kernel specs:\n";
  for (const CrossValidation& one : evaluation.cross_validation) {
    text += fmt::format("{:<28} {:>8} {:>22}\n", one.training_set, in_percent(one.score.accuracy),
                        in_percent(one.score.decisive_accuracy));
  }
  std::fputs(text.c_str(), stdout);
}

void evaluate(const EvaluateArguments& arguments) {
  check_writable(arguments.output);
  SampleSet set = read_samples(arguments.runs, arguments.jobs);
  const DeviceInfo device = set.device;
  const std::vector<std::string> runs = set.runs;
  const StudySets sets = study_sets(std::move(set));
  std::string last;
  StudyOptions options = arguments.options;
  options.threads = arguments.jobs;
  Evaluation evaluation =
      run_study(sets.real, sets.synthetic, options, [&last](std::string_view what, double done) {
        if (what == last) return;
        last = what;
        log_info(fmt::format("{:3.0f} %  {}", 100.0 * done, what));
      });
  evaluation.device = device;
  evaluation.runs = runs;
  write_file_atomically(arguments.output, format_evaluation(evaluation));
  print_study(evaluation, arguments.output);
}

}  // namespace

void add_evaluate_command(CLI::App& app, ExitCode&) {
  auto arguments = std::make_shared<EvaluateArguments>();
  CLI::App* command =
      app.add_subcommand("evaluate", "Study how well models do on kernels they have not seen");
  command
      ->add_option("RUN", arguments->runs,
                   "Run files of one device: of a seed set, and of synthetic campaigns")
      ->required();
  command->add_option("-o,--output", arguments->output, "Evaluation file to write")->required();
  command->add_option("--seed", arguments->options.seed, "Of all random choices")
      ->capture_default_str();
  command->add_option("--rounds", arguments->options.rounds, "Trees of every model")
      ->capture_default_str()
      ->check(CLI::Range(1, 10'000));
  command->add_option("--sizes", arguments->options.sizes, "Training samples of the learning curve")
      ->delimiter(',');
  command
      ->add_option("--families", arguments->options.family_sizes,
                   "Real families learnt from, of the family curve")
      ->delimiter(',');
  command->add_option("--draws", arguments->options.draws, "Random draws of each size")
      ->capture_default_str()
      ->check(CLI::Range(1, 100));
  command->add_option("-j,--jobs", arguments->jobs, "Fits at once; 0: one a core")
      ->capture_default_str();
  command->footer(
      "Leaves each family of the real benchmarks out in turn, with whatever it has brought into\n"
      "the synthetic campaigns, trains on the rest and judges on the family.\n\n"
      "Example:\n"
      "  lmtune evaluate data/nvidia-h200/*.jsonl.zst -o evaluation.json");
  command->callback([arguments] { evaluate(*arguments); });
}

}  // namespace lmtune
