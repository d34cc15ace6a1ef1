// lmtune predict: what a model expects of caching an array, and why, without running the kernel.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "cli/benchmark_features.h"
#include "cli/benchmark_inputs.h"
#include "cli/kernel_file.h"
#include "cli/kernel_launch.h"
#include "lmtune/base/error.h"
#include "lmtune/base/log.h"
#include "lmtune/base/parallel.h"
#include "lmtune/cli/command.h"
#include "lmtune/io/model_json.h"
#include "lmtune/io/output_json.h"
#include "lmtune/model/judge.h"
#include "lmtune/model/model.h"
#include "lmtune/opencl/devices.h"

namespace lmtune {
namespace {

struct PredictArguments {
  std::vector<std::string> inputs;
  std::string model;
  std::string device;
  std::string filter;
  KernelLaunch kernel;
  std::vector<std::string> scalars, sizes;
  CompilerOptions compiler;
  std::uint32_t jobs = 0;
  bool quick = false;
  bool json = false;
};

/// Splits "NAME=VALUE". Throws kUsage at `option` where it is none.
std::pair<std::string, std::string> split_assignment(const std::string& text,
                                                     const std::string& option) {
  const std::size_t at = text.find('=');
  if (at == std::string::npos || at == 0 || at + 1 == text.size()) {
    throw Error(ErrorKind::kUsage, option, fmt::format("'{}' gives no value", text),
                fmt::format("write {} NAME=VALUE", option));
  }
  return {text.substr(0, at), text.substr(at + 1)};
}

KernelLaunch kernel_launch_of(const PredictArguments& arguments) {
  KernelLaunch launch = arguments.kernel;
  launch.file = arguments.inputs.front();
  for (const std::string& text : arguments.scalars) {
    const auto [name, value] = split_assignment(text, "--arg");
    if (!CLI::detail::lexical_cast(value, launch.scalars[name])) {
      throw Error(ErrorKind::kUsage, "--arg", fmt::format("'{}' is no number", value));
    }
  }
  for (const std::string& text : arguments.sizes) {
    const auto [name, value] = split_assignment(text, "--size");
    if (!CLI::detail::lexical_cast(value, launch.sizes[name]) || launch.sizes[name] == 0) {
      throw Error(ErrorKind::kUsage, "--size", fmt::format("'{}' is no positive integer", value));
    }
  }
  launch.options = build_options(arguments.compiler);
  return launch;
}

bool is_kernel_file(const std::string& path) {
  const std::string extension = std::filesystem::path(path).extension().string();
  return !std::filesystem::is_directory(path) && extension != ".json" && extension != ".jsonl";
}

std::vector<Benchmark> benchmarks_of(const PredictArguments& arguments) {
  const bool kernel = std::any_of(arguments.inputs.begin(), arguments.inputs.end(), is_kernel_file);
  if (!kernel) {
    return read_benchmarks(arguments.inputs, arguments.quick ? CaseSize::kQuick : CaseSize::kAll,
                           arguments.filter);
  }
  if (arguments.inputs.size() > 1) {
    throw Error(ErrorKind::kUsage, "predict", "a kernel file goes alone",
                "name one kernel file, or case files");
  }
  AssumedBenchmark assumed = assume_benchmark(kernel_launch_of(arguments));
  for (const std::string& assumption : assumed.assumptions) log_info("assumed: " + assumption);
  return {std::move(assumed.benchmark)};
}

/// A model says something of its own device alone.
void check_device(const PredictArguments& arguments, const DeviceInfo& device) {
  if (arguments.device.empty()) return;
  const std::vector<DeviceInfo> devices = list_devices();
  const DeviceInfo& asked = devices[select_device(devices, arguments.device)];
  if (asked.name == device.name && asked.platform == device.platform) return;
  throw Error(ErrorKind::kDevice, arguments.model,
              fmt::format("is a model of {} ({}), not of {} ({})", device.name, device.platform,
                          asked.name, asked.platform),
              "train one from measurements of that device");
}

void check_limits(const Benchmark& benchmark, const DeviceInfo& device) {
  const std::uint64_t items = group_items(benchmark.launch);
  if (items > device.max_group_items) {
    throw Error(ErrorKind::kInput, benchmark.name,
                fmt::format("a work-group has {} work-items; {} allows {}", items, device.name,
                            device.max_group_items));
  }
  for (std::size_t d = 0; d < 3; ++d) {
    if (benchmark.launch.local[d] <= device.max_item_sizes[d]) continue;
    throw Error(ErrorKind::kInput, benchmark.name,
                fmt::format("local size {} in dimension {}; {} allows {}",
                            benchmark.launch.local[d], d, device.name, device.max_item_sizes[d]));
  }
  if (benchmark.plan && benchmark.plan->local_bytes > device.local_bytes) {
    throw Error(ErrorKind::kInput, benchmark.name,
                fmt::format("staging takes {} bytes of local memory; a group has {} on {}",
                            benchmark.plan->local_bytes, device.local_bytes, device.name));
  }
}

/// Of the plans that there are, the one that most probably pays.
Prediction predict_one(const Model& model, const Benchmark& benchmark, const DeviceInfo& device) {
  check_limits(benchmark, device);
  const std::vector<PlannedFeatures> planned = planned_features(benchmark, device);
  std::vector<FeatureVector> features;
  for (const PlannedFeatures& one : planned) features.push_back(one.features);
  const std::vector<double> probabilities = model.probabilities(features);
  const auto best = std::max_element(probabilities.begin(), probabilities.end());
  const PlannedFeatures& chosen = planned[static_cast<std::size_t>(best - probabilities.begin())];

  Prediction prediction;
  prediction.benchmark_id = benchmark.id;
  prediction.benchmark_name = benchmark.name;
  prediction.target = benchmark.target;
  prediction.probability = *best;
  prediction.verdict = verdict_of(*best);
  prediction.plan = chosen.plan;
  prediction.features = chosen.features;
  prediction.contributions = model.contributions(chosen.features);
  return prediction;
}

/// Benchmarks that cannot be predicted are said and left out, unless none can.
std::vector<Prediction> predict_all(const Model& model, const std::vector<Benchmark>& benchmarks,
                                    const DeviceInfo& device, std::uint32_t jobs) {
  std::vector<std::optional<Prediction>> results(benchmarks.size());
  std::vector<std::optional<Error>> errors(benchmarks.size());
  parallel_for(benchmarks.size(), jobs, [&](std::size_t i) {
    try {
      results[i] = predict_one(model, benchmarks[i], device);
    } catch (const Error& error) {
      if (error.kind() != ErrorKind::kInput) throw;
      errors[i] = error;
    }
  });
  std::vector<Prediction> predictions;
  for (std::optional<Prediction>& result : results) {
    if (result) predictions.push_back(std::move(*result));
  }
  for (const std::optional<Error>& error : errors) {
    if (!error) continue;
    if (predictions.empty()) throw *error;
    log_warning(fmt::format("left out: {}", error->what()));
  }
  return predictions;
}

/// A probability that rounds to certainty is none.
int percent(double probability) {
  return std::min(static_cast<int>(std::lround(100.0 * probability)), 99);
}

std::string in_words(const Contribution& contribution, const std::string& target) {
  const FeatureInfo& info = feature_schema()[static_cast<std::size_t>(contribution.feature)];
  std::string sentence(info.sentence);
  const std::string generic = "the target";
  const std::string name = fmt::format("'{}'", target);
  for (std::size_t at = 0; (at = sentence.find(generic, at)) != std::string::npos;) {
    sentence.replace(at, generic.size(), name);
    at += name.size();
  }
  std::string value = fmt::format("{:.4g}", contribution.value);
  if (info.unit == "0 or 1") {
    value = contribution.value > 0.0 ? "yes" : "no";
  } else if (!info.unit.empty()) {
    value += fmt::format(" {}", info.unit);
  }
  return fmt::format("{}: {}: speaks {} caching", sentence, value,
                     contribution.log_odds > 0.0 ? "for" : "against");
}

std::string in_words(const StagingPlan& plan, const DeviceInfo& device) {
  std::string regions;
  for (const StagedRegion& region : plan.regions) {
    if (!regions.empty()) regions += " and ";
    regions += region.runs == 1
                   ? fmt::format("{} contiguous elements", region.run_elements)
                   : fmt::format("{} runs of {} elements", region.runs, region.run_elements);
  }
  return fmt::format(
      "staging: {}, {} a work-group, in {} of the {} bytes of local memory that a group may have",
      regions, plan.episodes == 1 ? "once" : fmt::format("{} times", plan.episodes),
      plan.local_bytes, device.local_bytes);
}

std::string in_words(const Prediction& prediction, const DeviceInfo& device) {
  constexpr std::size_t kReasons = 4;
  constexpr double kWorthSaying = 0.05;  // log-odds: about one percent point
  const std::string& target = prediction.target;
  std::string text = fmt::format("{}\n", prediction.benchmark_name);
  if (prediction.verdict == Verdict::kCache) {
    text += fmt::format("  cache '{}': {} % sure that staging it in local memory pays\n", target,
                        percent(prediction.probability));
  } else {
    text += fmt::format("  leave '{}' in global memory: {} % sure that staging it does not pay\n",
                        target, percent(1.0 - prediction.probability));
  }
  text += fmt::format("  {}\n", in_words(prediction.plan, device));
  for (std::size_t i = 0; i < kReasons && i < prediction.contributions.size(); ++i) {
    const Contribution& contribution = prediction.contributions[i];
    if (std::abs(contribution.log_odds) < kWorthSaying) break;
    text += fmt::format("  - {}\n", in_words(contribution, target));
  }
  return text;
}

void predict(const PredictArguments& arguments) {
  const ModelFile file = read_model(arguments.model);
  check_device(arguments, file.device);
  const Model model(file);
  const std::vector<Prediction> predictions =
      predict_all(model, benchmarks_of(arguments), file.device, arguments.jobs);
  if (arguments.json) {
    std::fputs(format_predictions(predictions, arguments.model, file.device).c_str(), stdout);
    return;
  }
  std::string text =
      fmt::format("on {}, by {} ({:.1f} % right in its cross-validation)\n", file.device.name,
                  arguments.model, 100.0 * file.evaluation.accuracy);
  for (const Prediction& prediction : predictions) text += '\n' + in_words(prediction, file.device);
  std::fputs(text.c_str(), stdout);
}

}  // namespace

void add_predict_command(CLI::App& app, ExitCode&) {
  auto arguments = std::make_shared<PredictArguments>();
  CLI::App* command = app.add_subcommand(
      "predict", "Say whether caching an array pays, without running the kernel");
  command
      ->add_option("INPUT", arguments->inputs,
                   "Case files, campaigns or folders of cases; or one OpenCL C file")
      ->required();
  command->add_option("-m,--model", arguments->model, "Model file, from lmtune train")->required();
  command->add_option("--device", arguments->device,
                      "Make sure that the model is of this OpenCL device");
  command->add_option("--filter", arguments->filter,
                      "Only benchmarks with this text in their name");
  command->add_flag("--quick", arguments->quick, "Only the quick launches of case files");
  command->add_option("-j,--jobs", arguments->jobs, "Traces at once; 0: one a core")
      ->capture_default_str();
  command->add_flag("--json", arguments->json, "Print JSON");

  const std::string group = "Options for an OpenCL C file";
  const auto add = [&](const std::string& name, auto& value, const std::string& help) {
    return command->add_option(name, value, help)->group(group);
  };
  add("--kernel", arguments->kernel.kernel, "Name of the kernel");
  add("--array", arguments->kernel.array, "The array that might be cached");
  add("--global", arguments->kernel.global, "Work-items: X[,Y[,Z]]")
      ->delimiter(',')
      ->allow_extra_args(false);
  add("--local", arguments->kernel.local, "Size of a work-group: X[,Y[,Z]]")
      ->delimiter(',')
      ->allow_extra_args(false);
  const auto add_each = [&](const std::string& name, std::vector<std::string>& values,
                            const std::string& type, const std::string& help) {
    add(name, values, help)->type_name(type)->allow_extra_args(false);
  };
  add_each("--arg", arguments->scalars, "NAME=VALUE", "A scalar argument; integers must be given");
  add_each("--size", arguments->sizes, "NAME=COUNT",
           "Elements of an array; bytes of a __local argument");
  add_compiler_options(*command, group, arguments->compiler);
  command->footer(
      "Examples:\n"
      "  lmtune predict seeds/matmul/a.json --quick -m model.json\n"
      "  lmtune predict my.cl --kernel matmul --array a --global 1024,1024 --local 16,16 \\\n"
      "      --arg n=1024 --arg k=1024 -D TILE=16 -m model.json");
  command->callback([arguments] { predict(*arguments); });
}

}  // namespace lmtune
