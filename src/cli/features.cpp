// lmtune features: the feature vector of any benchmark, and the schema itself.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "cli/benchmark_features.h"
#include "cli/benchmark_inputs.h"
#include "lmtune/base/error.h"
#include "lmtune/base/parallel.h"
#include "lmtune/cli/command.h"
#include "lmtune/core/feature_vector.h"
#include "lmtune/io/features_output.h"
#include "lmtune/io/file_format.h"
#include "lmtune/io/model_json.h"
#include "lmtune/io/run_file.h"
#include "lmtune/opencl/devices.h"

namespace lmtune {
namespace {

enum class OutputFormat { kTable, kCsv, kJson };

struct FeaturesArguments {
  std::vector<std::string> inputs;
  std::string device_like;
  std::string device;
  std::string filter;
  OutputFormat format = OutputFormat::kTable;
  std::uint32_t jobs = 0;
  bool quick = false;
  bool list = false;
};

DeviceInfo device_of_file(const std::string& path) {
  const std::string format = file_format(path);
  if (format == "run") return read_run(path, TornLine::kDrop).header.device;
  if (format == "model") return read_model(path).device;
  throw Error(ErrorKind::kUsage, "--device-like",
              fmt::format("{} is an lmtune-{} file, which names no device", path, format),
              "name a run or model file");
}

/// The device to compute for: the one asked for, else that of a run among the inputs, else the one
/// that this machine would measure on.
DeviceInfo choose_device(const FeaturesArguments& arguments) {
  if (!arguments.device_like.empty()) return device_of_file(arguments.device_like);
  if (arguments.device.empty()) {
    for (const std::string& input : arguments.inputs) {
      if (std::filesystem::is_regular_file(input) && file_format(input) == "run") {
        return device_of_file(input);
      }
    }
  }
  const std::vector<DeviceInfo> devices = list_devices();
  return devices[select_device(devices, arguments.device)];
}

std::vector<FeatureRow> compute_rows(const std::vector<Benchmark>& benchmarks,
                                     const DeviceInfo& device, std::uint32_t jobs) {
  std::vector<std::vector<PlannedFeatures>> planned(benchmarks.size());
  parallel_for(benchmarks.size(), jobs, [&](std::size_t i) {
    planned[i] = planned_features(benchmarks[i], device).planned;
  });
  std::vector<FeatureRow> rows;
  for (std::size_t i = 0; i < benchmarks.size(); ++i) {
    const Benchmark& benchmark = benchmarks[i];
    for (const PlannedFeatures& one : planned[i]) {
      rows.push_back({benchmark.id, benchmark.name, benchmark.target, one.plan, one.features});
    }
  }
  return rows;
}

std::string format_table(const std::vector<FeatureRow>& rows, const DeviceInfo& device) {
  std::string text = fmt::format("on {} ({})\n", device.name, device.platform);
  for (const FeatureRow& row : rows) {
    text += fmt::format("\n{}, target {}, {} elements in each of {} episodes, {} bytes\n",
                        row.benchmark_name, row.target, staged_elements(row.plan),
                        row.plan.episodes, row.plan.local_bytes);
    for (std::size_t i = 0; i < kFeatureCount; ++i) {
      const FeatureInfo& info = feature_schema()[i];
      const std::string line =
          fmt::format("  {:<26} {:>14.6g} {}", info.name, row.features.values[i],
                      info.unit == "0 or 1" ? "" : info.unit);
      text += line.substr(0, line.find_last_not_of(' ') + 1) + '\n';
    }
  }
  return text;
}

/// docs/features.md holds this table.
std::string format_schema() {
  std::string text = fmt::format(
      "Feature schema {}:\n\n| feature | unit | the … |\n|---|---|---|\n", kFeatureSchemaVersion);
  for (const FeatureInfo& info : feature_schema()) {
    text += fmt::format("| `{}` | {} | {} |\n", info.name, info.unit.empty() ? "ratio" : info.unit,
                        info.sentence);
  }
  return text;
}

void print_features(const FeaturesArguments& arguments) {
  if (arguments.list) {
    std::fputs(format_schema().c_str(), stdout);
    return;
  }
  if (arguments.inputs.empty()) {
    throw Error(ErrorKind::kUsage, "features", "there is no input",
                "name a campaign, case or run file or a folder of cases; or ask for --list");
  }
  const std::vector<Benchmark> benchmarks = read_benchmarks(
      arguments.inputs, arguments.quick ? CaseSize::kQuick : CaseSize::kAll, arguments.filter);
  const DeviceInfo device = choose_device(arguments);
  const std::vector<FeatureRow> rows = compute_rows(benchmarks, device, arguments.jobs);
  switch (arguments.format) {
    case OutputFormat::kTable:
      std::fputs(format_table(rows, device).c_str(), stdout);
      break;
    case OutputFormat::kCsv:
      std::fputs(format_features_csv(rows).c_str(), stdout);
      break;
    case OutputFormat::kJson:
      std::fputs(format_features_json(rows, device).c_str(), stdout);
      break;
  }
}

}  // namespace

void add_features_command(CLI::App& app, ExitCode&) {
  auto arguments = std::make_shared<FeaturesArguments>();
  CLI::App* command = app.add_subcommand("features", "Print the feature vectors of benchmarks");
  command->add_option("INPUT", arguments->inputs,
                      "Campaigns, case files, run files, or folders of case files");
  auto* like = command->add_option("--device-like", arguments->device_like,
                                   "Compute for the device of this run or model file");
  command
      ->add_option("--device", arguments->device,
                   "Compute for this OpenCL device: a part of its name, or platform:device")
      ->excludes(like);
  const std::map<std::string, OutputFormat> formats{
      {"table", OutputFormat::kTable}, {"csv", OutputFormat::kCsv}, {"json", OutputFormat::kJson}};
  command->add_option("--format", arguments->format, "How to print (default: table)")
      ->transform(CLI::CheckedTransformer(formats).description("table|csv|json"));
  command->add_flag_callback(
      "--json", [arguments] { arguments->format = OutputFormat::kJson; }, "Same as --format json");
  command->add_flag("--quick", arguments->quick, "Only the quick launches of case files");
  command->add_option("--filter", arguments->filter,
                      "Only benchmarks with this text in their name");
  command->add_option("-j,--jobs", arguments->jobs, "Traces at once; 0: one a core")
      ->capture_default_str();
  command->add_flag("--list", arguments->list, "Print the features that there are, as Markdown");
  command->footer(
      "Example:\n"
      "  lmtune features seeds/matmul/a.json --quick --device-like model.json --format csv");
  command->callback([arguments] { print_features(*arguments); });
}

}  // namespace lmtune
