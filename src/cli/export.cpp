// lmtune export: a run file for other programs.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <atomic>
#include <cstdio>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cli/benchmark_features.h"
#include "lmtune/base/error.h"
#include "lmtune/base/file.h"
#include "lmtune/base/log.h"
#include "lmtune/base/parallel.h"
#include "lmtune/cli/command.h"
#include "lmtune/io/run_export.h"

namespace lmtune {
namespace {

enum class ExportFormat { kCsv, kT4 };

struct ExportArguments {
  std::string run;
  ExportFormat format = ExportFormat::kCsv;
  std::string output;
  bool features = false;
  std::uint32_t jobs = 0;
};

/// The features of each result; none where they cannot be computed, which is said once.
std::vector<std::optional<FeatureVector>> features_of(const Run& run, std::uint32_t jobs) {
  std::vector<std::optional<FeatureVector>> features(run.results.size());
  std::vector<std::string> reasons(run.results.size());
  parallel_for(run.results.size(), jobs, [&](std::size_t i) {
    try {
      features[i] =
          planned_features(run.results[i].benchmark, run.header.device).planned.front().features;
    } catch (const Error& error) {
      // Without the tracer no real benchmark works: that is no matter of a few.
      if (error.kind() != ErrorKind::kInput) throw;
      reasons[i] = error.what();
    }
  });
  std::size_t failed = 0;
  for (std::size_t i = 0; i < reasons.size(); ++i) {
    if (reasons[i].empty() || ++failed > 1) continue;
    log_warning(fmt::format("no features of {}: {}", run.results[i].benchmark.name, reasons[i]));
  }
  if (failed > 1) log_warning(fmt::format("{} benchmarks have no features", failed));
  return features;
}

void write_export(const Run& run, const ExportArguments& arguments, const TextSink& write) {
  if (arguments.format == ExportFormat::kT4) return export_t4(run, write);
  const auto features = arguments.features ? features_of(run, arguments.jobs)
                                           : std::vector<std::optional<FeatureVector>>{};
  export_csv(run, features, write);
}

void export_run(const ExportArguments& arguments) {
  if (arguments.features && arguments.format != ExportFormat::kCsv) {
    throw Error(ErrorKind::kUsage, "--features", "is for --format csv only");
  }
  if (!arguments.output.empty()) check_writable(arguments.output);
  const Run run = read_run(arguments.run, TornLine::kDrop);
  if (run.torn) {
    log_warning(
        fmt::format("{}: is incomplete at its end; what is whole was taken", arguments.run));
  }
  if (arguments.output.empty()) {
    // main() sees whether stdout took it all.
    write_export(run, arguments,
                 [](std::string_view text) { std::fwrite(text.data(), 1, text.size(), stdout); });
    return;
  }
  AtomicFile output(arguments.output);
  write_export(run, arguments, [&output](std::string_view text) { output.append(text); });
  output.commit();
}

}  // namespace

void add_export_command(CLI::App& app, ExitCode&) {
  auto arguments = std::make_shared<ExportArguments>();
  CLI::App* command = app.add_subcommand("export", "Give a run file to other programs");
  command->add_option("RUN", arguments->run, "Run file")->required();
  const std::map<std::string, ExportFormat> formats{{"csv", ExportFormat::kCsv},
                                                    {"t4", ExportFormat::kT4}};
  command
      ->add_option("--format", arguments->format,
                   "csv: a line a benchmark; t4: results format 1.1.0 of the auto-tuning community")
      ->transform(CLI::CheckedTransformer(formats).description("csv|t4"))
      ->required();
  command->add_option("-o,--output", arguments->output, "File to write (default: stdout)");
  command->add_flag("--features", arguments->features,
                    "csv: a column for each feature too; real benchmarks are traced for it");
  command->add_option("-j,--jobs", arguments->jobs, "Traces at once; 0: one a core")
      ->capture_default_str();
  command->footer(
      "The columns and what becomes T4's members: docs/formats.md.\n\n"
      "Examples:\n"
      "  lmtune export run.jsonl --format csv --features -o run.csv\n"
      "  lmtune export run.jsonl.zst --format t4 -o results.json.zst");
  command->callback([arguments] { export_run(*arguments); });
}

}  // namespace lmtune
