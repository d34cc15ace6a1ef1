#include "cli/predict_arguments.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <map>
#include <utility>

#include "cli/argument_data.h"
#include "cli/benchmark_inputs.h"
#include "lmtune/base/error.h"
#include "lmtune/base/log.h"

namespace lmtune {
namespace {

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
    std::vector<double>& values = launch.scalars[name];
    for (const std::string& number : CLI::detail::split(value, ',')) {
      if (CLI::detail::lexical_cast(number, values.emplace_back())) continue;
      throw Error(ErrorKind::kUsage, "--arg", fmt::format("'{}' is no number", number));
    }
  }
  for (const std::string& text : arguments.sizes) {
    const auto [name, value] = split_assignment(text, "--size");
    if (!CLI::detail::lexical_cast(value, launch.sizes[name]) || launch.sizes[name] == 0) {
      throw Error(ErrorKind::kUsage, "--size", fmt::format("'{}' is no positive integer", value));
    }
  }
  for (const std::string& text : arguments.data) {
    const auto [name, value] = split_assignment(text, "--data");
    launch.data[name] = value;
  }
  launch.compiler = arguments.compiler;
  return launch;
}

bool is_kernel_file(const std::string& path) {
  std::filesystem::path name = path;
  if (name.extension() == ".zst") name = name.stem();
  return !std::filesystem::is_directory(path) && name.extension() != ".json" &&
         name.extension() != ".jsonl";
}

void add_kernel_options(CLI::App& command, PredictArguments& arguments) {
  const std::string group = "Options for an OpenCL C file";
  const auto add = [&](const std::string& name, auto& value, const std::string& help) {
    return command.add_option(name, value, help)->group(group);
  };
  add("--kernel", arguments.kernel.kernel, "Name of the kernel (default: the only one)");
  add("--array", arguments.kernel.array,
      "The array that might be cached (default: all there are, ranked)");
  add("--global", arguments.kernel.global, "Work-items: X[,Y[,Z]]")
      ->delimiter(',')
      ->allow_extra_args(false);
  add("--local", arguments.kernel.local, "Size of a work-group: X[,Y[,Z]]")
      ->delimiter(',')
      ->allow_extra_args(false);
  add("--offset", arguments.kernel.offset, "Added to the global ids: X[,Y[,Z]]")
      ->delimiter(',')
      ->allow_extra_args(false);
  const auto add_each = [&](const std::string& name, std::vector<std::string>& values,
                            const std::string& type, const std::string& help) {
    add(name, values, help)->type_name(type)->allow_extra_args(false);
  };
  add_each("--arg", arguments.scalars, "NAME=VALUE",
           "A scalar argument (of a vector: one value, or X,Y,…), or NAME.MEMBER of a struct; "
           "integers that matter must be given");
  add_each("--size", arguments.sizes, "NAME=COUNT",
           "Elements of an array; bytes of a __local argument");
  add_each("--data", arguments.data, "NAME=PATTERN|FILE",
           fmt::format("What an array holds: {}", kDataPatterns));
  add_compiler_options(command, group, arguments.compiler);
}

void add_measure_options(CLI::App& command, PredictArguments& arguments) {
  auto* measure = command.add_flag("--measure", arguments.measure,
                                   "Also measure both variants on the device, and compare");
  command
      .add_option("--append", arguments.append,
                  "With --measure: a run file to add the measurements to")
      ->needs(measure);
  add_protocol_options(command, arguments.settings.protocol);
}

}  // namespace

PredictInputs predict_inputs(const PredictArguments& arguments) {
  const bool kernel = std::any_of(arguments.inputs.begin(), arguments.inputs.end(), is_kernel_file);
  if (!kernel) {
    return {read_benchmarks(arguments.inputs, arguments.quick ? CaseSize::kQuick : CaseSize::kAll,
                            arguments.filter),
            {},
            false};
  }
  if (arguments.inputs.size() > 1) {
    throw Error(ErrorKind::kUsage, "predict", "a kernel file goes alone",
                "name one kernel file, or case files");
  }
  const bool ranked = arguments.kernel.array.empty();
  if (ranked && arguments.expected) {
    throw Error(ErrorKind::kUsage, "--expect", "is about one array of a kernel file",
                "name it: --array NAME");
  }
  AssumedBenchmarks assumed = assume_benchmarks(kernel_launch_of(arguments));
  for (const std::string& assumption : assumed.assumptions) log_info("assumed: " + assumption);
  return {std::move(assumed.benchmarks), std::move(assumed.rejected), ranked};
}

void add_predict_options(CLI::App& command, PredictArguments& arguments) {
  command
      .add_option("INPUT", arguments.inputs,
                  "Case files, campaigns or folders of cases; or one OpenCL C file")
      ->required();
  command.add_option("-m,--model", arguments.model,
                     "Model file, from lmtune train (default: that of an NVIDIA H200, which comes "
                     "with lmtune)");
  command.add_option(
      "--device", arguments.device,
      "Make sure that the model is of this OpenCL device; with --measure, measure on "
      "it (default: the first GPU)");
  command.add_option("--filter", arguments.filter, "Only benchmarks with this text in their name");
  command.add_flag("--quick", arguments.quick, "Only the quick launches of case files");
  command.add_option("-j,--jobs", arguments.jobs, "Traces at once; 0: one a core")
      ->capture_default_str();
  command.add_flag("--json", arguments.json, "Print JSON");
  command.add_flag("--sweep-local", arguments.sweep_local,
                   "Also predict the launch with work-groups of other shapes");
  const std::map<std::string, Verdict> verdicts{{"cache", Verdict::kCache},
                                                {"leave", Verdict::kLeave}};
  command
      .add_option("--expect", arguments.expected,
                  "End with exit code 6 unless this is the advice for every benchmark")
      ->transform(CLI::CheckedTransformer(verdicts).description("cache|leave"));
  add_kernel_options(command, arguments);
  add_measure_options(command, arguments);
}

}  // namespace lmtune
