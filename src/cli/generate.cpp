// lmtune generate: synthetic benchmarks, as a campaign to measure.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "cli/benchmark_inputs.h"
#include "lmtune/base/error.h"
#include "lmtune/base/file.h"
#include "lmtune/base/log.h"
#include "lmtune/base/version.h"
#include "lmtune/cli/command.h"
#include "lmtune/generate/generate.h"
#include "lmtune/io/campaign_file.h"
#include "lmtune/template/template_source.h"

namespace lmtune {
namespace {

const std::map<std::string, CampaignSize> kSizes{{"small", CampaignSize::kSmall},
                                                 {"large", CampaignSize::kLarge}};

struct Settings {
  GenerateOptions options;
  std::vector<std::string> cases;
  bool quick = false;
  std::string filter;
  std::string output;
  std::string source_folder;
};

/// One benchmark as a file of its own: its options as #defines, then the template.
std::string readable_source(const Benchmark& benchmark) {
  const auto define = [](const std::string& option) {
    std::string text = option.substr(2);  // without "-D"
    const std::size_t equals = text.find('=');
    if (equals != std::string::npos) text[equals] = ' ';
    return "#define " + text + '\n';
  };
  std::string text = fmt::format(
      "// {}\n// Benchmark {} of lmtune {}.\n// Launch: global {} x {}, local {} x {}\n",
      benchmark.name, benchmark.id, kLmtuneVersion, benchmark.launch.global[0],
      benchmark.launch.global[1], benchmark.launch.local[0], benchmark.launch.local[1]);
  for (const Argument& argument : benchmark.launch.arguments) {
    if (const auto* buffer = std::get_if<BufferArgument>(&argument.value)) {
      text += fmt::format("//   {}: {} elements of {}\n", argument.name, buffer->count,
                          to_string(buffer->element));
    } else if (const auto* scalar = std::get_if<ScalarArgument>(&argument.value)) {
      text += fmt::format("//   {} = {}\n", argument.name, scalar->value);
    }
  }
  text += "// Compile it as it is for the baseline, with -DCACHED for the cached variant.\n\n";
  for (const std::string& option : benchmark.spec.options) text += define(option);
  text += "#ifdef CACHED\n";
  for (const std::string& option : benchmark.spec.cached->options) {
    if (option != "-DCACHED") text += define(option);
  }
  return text + "#endif\n\n" + benchmark.spec.source->text;
}

void emit_sources(const Campaign& campaign, const std::filesystem::path& folder) {
  for (const Benchmark& benchmark : campaign.benchmarks) {
    write_file_atomically(folder / (benchmark.id + ".cl"), readable_source(benchmark));
  }
}

void make_source_folder(const std::filesystem::path& folder) {
  std::error_code failure;
  std::filesystem::create_directories(folder, failure);
  if (failure) {
    throw Error(ErrorKind::kOutput, folder.string(),
                fmt::format("cannot make this folder: {}", failure.message()));
  }
  check_writable(folder / "probe.cl");
}

Campaign synthetic_campaign(const GenerateOptions& options) {
  Campaign campaign;
  campaign.origin = {std::string(kLmtuneVersion), "range", options.seed, {}};
  for (const auto& [name, size] : kSizes) {
    if (size == options.size) campaign.origin.options["size"] = name;
  }
  const auto source = template_source();
  for (const TemplateParameters& parameters : generate_range(options)) {
    campaign.benchmarks.push_back(make_synthetic(parameters, source));
  }
  return campaign;
}

/// Case files as a campaign, for a machine that has neither the files nor what expands them.
Campaign case_campaign(const Settings& settings) {
  Campaign campaign;
  campaign.origin = {std::string(kLmtuneVersion), "cases", 0, {}};
  campaign.benchmarks = read_benchmarks(
      settings.cases, settings.quick ? CaseSize::kQuick : CaseSize::kAll, settings.filter);
  return campaign;
}

void run(const Settings& settings) {
  check_writable(settings.output);
  if (!settings.source_folder.empty()) make_source_folder(settings.source_folder);
  const Campaign campaign =
      settings.cases.empty() ? synthetic_campaign(settings.options) : case_campaign(settings);
  write_file_atomically(settings.output, format_campaign(campaign));
  log_info(fmt::format("{} benchmarks written to {}", campaign.benchmarks.size(), settings.output));
  if (!settings.source_folder.empty()) {
    emit_sources(campaign, settings.source_folder);
    log_info(fmt::format("their sources are in {}", settings.source_folder));
  }
}

}  // namespace

void add_generate_command(CLI::App& app, ExitCode&) {
  auto settings = std::make_shared<Settings>();
  CLI::App* command = app.add_subcommand("generate", "Make synthetic benchmarks from the template");
  CLI::Option* count =
      command->add_option("--count", settings->options.count, "How many synthetic benchmarks")
          ->check(CLI::Range(std::uint64_t{1}, std::uint64_t{10'000'000}));
  command->add_option("--seed", settings->options.seed, "Seed of the random numbers")
      ->capture_default_str();
  command
      ->add_option("--size", settings->options.size,
                   "Work of a benchmark: small (CPU) or large (GPU)")
      ->transform(CLI::CheckedTransformer(kSizes).description("{small,large}"))
      ->default_str("large");
  command->add_option("-o,--output", settings->output, "Campaign file to write")->required();
  CLI::Option* emit_source =
      command->add_option("--emit-source", settings->source_folder,
                          "Also write each benchmark as an OpenCL C file into this folder");
  CLI::Option* cases =
      command
          ->add_option("--cases", settings->cases,
                       "Take the benchmarks of these case files or folders instead")
          ->excludes(count)
          ->excludes(emit_source);
  command->add_flag("--quick", settings->quick, "Only the quick launches of the cases")
      ->needs(cases);
  command
      ->add_option("--filter", settings->filter, "Only cases' benchmarks with this in their name")
      ->needs(cases);
  command->footer(
      "Examples:\n"
      "  lmtune generate --count 200 --seed 1 -o campaign.jsonl\n"
      "  lmtune generate --cases seeds/ -o seeds.jsonl");
  command->callback([settings, count, cases] {
    if (count->empty() && cases->empty()) {
      throw Error(ErrorKind::kUsage, "generate", "nothing to generate",
                  "give --count N for synthetic benchmarks, or --cases for those of case files");
    }
    run(*settings);
  });
}

}  // namespace lmtune
