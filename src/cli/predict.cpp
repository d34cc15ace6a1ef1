// lmtune predict: what a model expects of caching an array, and why, without running the kernel.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cli/measure_devices.h"
#include "cli/predict_arguments.h"
#include "cli/predict_benchmark.h"
#include "cli/predict_measure.h"
#include "cli/predict_ranking.h"
#include "cli/predict_report_text.h"
#include "cli/predict_sweep.h"
#include "cli/shipped_model.h"
#include "lmtune/base/error.h"
#include "lmtune/base/file.h"
#include "lmtune/base/log.h"
#include "lmtune/cli/command.h"
#include "lmtune/io/model_json.h"
#include "lmtune/io/output_json.h"
#include "lmtune/model/model.h"
#include "lmtune/opencl/devices.h"

namespace lmtune {
namespace {

/// A model says something of its own device alone.
void check_device(const std::string& model_path, const DeviceInfo& of_model,
                  const DeviceInfo& asked) {
  if (asked.name == of_model.name && asked.platform == of_model.platform) return;
  throw Error(ErrorKind::kDevice, model_path,
              fmt::format("is a model of {} ({}), not of {} ({})", of_model.name, of_model.platform,
                          asked.name, asked.platform),
              "train one from measurements of that device");
}

/// The device that was named, or that --measure takes by itself.
std::optional<RunDevices> chosen_devices(const PredictArguments& arguments,
                                         const DeviceInfo& of_model) {
  if (arguments.device.empty() && !arguments.measure) return std::nullopt;
  std::vector<std::string> names;
  if (!arguments.device.empty()) names.push_back(arguments.device);
  RunDevices devices = select_run_devices(list_devices(), names);
  check_device(arguments.model, of_model, devices.info);
  return devices;
}

/// The benchmark that each prediction is of.
std::vector<Benchmark> predicted_of(const PredictionReport& report,
                                    const std::vector<Benchmark>& benchmarks) {
  std::vector<Benchmark> predicted;
  for (const Prediction& prediction : report.predictions) {
    predicted.push_back(*std::find_if(
        benchmarks.begin(), benchmarks.end(),
        [&prediction](const Benchmark& one) { return one.id == prediction.benchmark_id; }));
  }
  return predicted;
}

/// A benchmark without advice is not as expected.
bool is_as_expected(const PredictionReport& report, Verdict expected) {
  return report.rejected.empty() &&
         std::all_of(report.predictions.begin(), report.predictions.end(),
                     [expected](const Prediction& one) { return one.answer.verdict == expected; });
}

PredictionReport make_report(const PredictArguments& arguments, const PredictInputs& inputs,
                             const ModelFile& file) {
  const Model model(file);
  PredictionReport report = predict_all(model, inputs.benchmarks, file.device, arguments.jobs);
  report.rejected.insert(report.rejected.end(), inputs.rejected.begin(), inputs.rejected.end());
  if (inputs.ranked) rank(report, file.device);
  if (!arguments.sweep_local) return report;
  for (const Benchmark& benchmark : predicted_of(report, inputs.benchmarks)) {
    report.sweeps.push_back(sweep_shapes(model, benchmark, file.device, arguments.jobs));
  }
  return report;
}

/// Where the advice comes from, and how good that is.
std::string provenance(const ModelFile& file, const PredictArguments& arguments) {
  const ModelEvaluation& evaluation = file.evaluation;
  return fmt::format(
      "on {}, by {} ({:.0f} % right on the decisive ones of {} that it had not seen)\n",
      file.device.name, arguments.model, 100.0 * evaluation.decisive_accuracy,
      evaluation.held_out == HeldOut::kFamily ? "real kernels" : "kernels");
}

void predict(PredictArguments& arguments, ExitCode& exit_code) {
  if (arguments.model.empty()) {
    arguments.model = shipped_model().string();
    log_info(fmt::format("no --model: taking the one that comes with lmtune, {}", arguments.model));
  }
  const ModelFile file = read_model(arguments.model);
  if (!arguments.append.empty()) check_writable(arguments.append);
  const PredictInputs inputs = predict_inputs(arguments);
  if (arguments.measure) check_measurable(inputs.benchmarks);
  const std::optional<RunDevices> devices = chosen_devices(arguments, file.device);
  PredictionReport report = make_report(arguments, inputs, file);
  if (arguments.measure) {
    report.measurements = measure_predicted(*devices, predicted_of(report, inputs.benchmarks),
                                            arguments.append, arguments.settings);
  }
  if (arguments.json) {
    std::fputs(format_predictions(report, arguments.model, file.device).c_str(), stdout);
  } else {
    fmt::print("{}{}", provenance(file, arguments),
               in_words(report, file.device, inputs.ranked ? Ranking::kTargets : Ranking::kNone));
  }
  if (arguments.expected && !is_as_expected(report, *arguments.expected)) {
    log_error(fmt::format("--expect: the advice is not '{}' for every benchmark",
                          to_string(*arguments.expected)));
    exit_code = ExitCode::kUnexpected;
  }
}

}  // namespace

void add_predict_command(CLI::App& app, ExitCode& exit_code) {
  auto arguments = std::make_shared<PredictArguments>();
  CLI::App* command = app.add_subcommand(
      "predict", "Say whether caching an array pays, without running the kernel");
  add_predict_options(*command, *arguments);
  command->footer(
      "Examples:\n"
      "  lmtune predict seeds/matmul/a.json --quick\n"
      "  lmtune predict my.cl --kernel matmul --array a --global 1024,1024 --local 16,16 \\\n"
      "      --arg n=1024 --arg k=1024 -D TILE=16 -m model.json\n"
      "  lmtune predict my.cl --kernel blur --global 4096,4096 --local 16,16 --arg width=4096 \\\n"
      "      -m model.json --sweep-local     # every array, and what other work-groups change\n"
      "  lmtune predict my.json -m model.json --measure --append run.jsonl");
  command->callback([arguments, &exit_code] { predict(*arguments, exit_code); });
}

}  // namespace lmtune
