// lmtune generate: synthetic benchmarks, as a campaign to measure.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "cli/benchmark_inputs.h"
#include "cli/campaign_writer.h"
#include "cli/seed_set.h"
#include "lmtune/base/error.h"
#include "lmtune/base/file.h"
#include "lmtune/base/log.h"
#include "lmtune/base/version.h"
#include "lmtune/cli/command.h"
#include "lmtune/generate/generate.h"
#include "lmtune/generate/vicinity.h"
#include "lmtune/io/campaign_file.h"
#include "lmtune/io/output_json.h"
#include "lmtune/io/profile_file.h"

namespace lmtune {
namespace {

struct Settings {
  GenerateOptions options;
  std::string approach = "range";
  std::string limits = "opencl-minimum";
  std::string seeds;
  std::string left_out;
  std::vector<std::string> cases;
  bool quick = false;
  bool trace = false;
  bool json = false;
  std::string filter;
  std::string output;
  std::string source_folder;
};

/// Benchmarks of a range campaign that density is told from: the campaign is never held as a whole.
constexpr std::uint64_t kDensitySample = 20'000;

void make_source_folder(const std::filesystem::path& folder) {
  std::error_code failure;
  std::filesystem::create_directories(folder, failure);
  if (failure) {
    throw Error(ErrorKind::kOutput, folder.string(),
                fmt::format("cannot make this folder: {}", failure.message()));
  }
  check_writable(folder / "probe.cl");
}

/// The seed set, if one is given. Throws kUsage where it lacks the family to be left out.
std::vector<Benchmark> seeds_of(const Settings& settings) {
  if (settings.seeds.empty()) return {};
  std::vector<Benchmark> seeds = read_seed_set(settings.seeds);
  std::set<std::string> families;
  for (const Benchmark& seed : seeds) families.insert(seed.family);
  if (!settings.left_out.empty() && !families.contains(settings.left_out)) {
    throw Error(ErrorKind::kUsage, "--leave-out",
                fmt::format("{} has no seed family '{}'", settings.seeds, settings.left_out),
                fmt::format("its families are: {}", fmt::join(families, ", ")));
  }
  return seeds;
}

CampaignOrigin origin_of(const Settings& settings) {
  CampaignOrigin origin{
      std::string(kLmtuneVersion), settings.approach, settings.options.seed, {}, {}};
  origin.options["limits"] = settings.options.profile.name;
  origin.options["launches"] = fmt::format("{}", settings.options.launches);
  origin.options["count"] = fmt::format("{}", settings.options.count);
  if (!settings.left_out.empty()) origin.options["leave_out"] = settings.left_out;
  return origin;
}

std::vector<Benchmark> without_left_out(std::vector<Benchmark> seeds, const Settings& settings) {
  std::erase_if(seeds, [&](const Benchmark& seed) { return seed.family == settings.left_out; });
  return seeds;
}

GenerationReport write_range(const Settings& settings) {
  const std::vector<Benchmark> seeds = without_left_out(seeds_of(settings), settings);
  const SeedRanges ranges = seed_ranges(seeds);
  CampaignOrigin origin = origin_of(settings);
  for (const auto& [family, intervals] : ranges) {
    for (std::size_t i = 0; i < kRangeQuantityCount; ++i) {
      origin.ranges[std::string(kRangeQuantities[i])][family] = {intervals[i].low,
                                                                 intervals[i].high};
    }
  }
  CampaignWriter writer(settings.output, origin, settings.options.count, settings.source_folder);
  const std::uint64_t step = settings.options.count / kDensitySample + 1;
  std::uint64_t index = 0;
  std::vector<TemplateParameters> sample;
  GenerationReport report = generate_range(settings.options, seeds.empty() ? nullptr : &ranges,
                                           [&](std::span<const TemplateParameters> some) {
                                             writer.add(some, {});
                                             for (const TemplateParameters& p : some) {
                                               if (index++ % step == 0) sample.push_back(p);
                                             }
                                           });
  writer.describe(report);
  writer.commit();
  if (seeds.empty()) return report;
  report.density = density_around_seeds(seeds, sample, settings.options.profile);
  for (VicinityDensity& one : report.density) one.average *= static_cast<double>(step);
  return report;
}

GenerationReport write_vicinity(const Settings& settings) {
  std::vector<Benchmark> seeds = seeds_of(settings);
  VicinityCampaign campaign = generate_vicinity(settings.options, seeds, settings.left_out);
  std::vector<TemplateParameters> parameters;
  std::vector<std::vector<std::string>> fills;
  for (VicinityBenchmark& one : campaign.benchmarks) {
    parameters.push_back(one.parameters);
    fills.push_back(std::move(one.fills));
  }
  CampaignWriter writer(settings.output, origin_of(settings), parameters.size(),
                        settings.source_folder);
  writer.add(parameters, fills);
  writer.describe(campaign.report);
  writer.commit();
  campaign.report.density = density_around_seeds(without_left_out(std::move(seeds), settings),
                                                 parameters, settings.options.profile);
  return campaign.report;
}

/// Case files as a campaign, for a machine that has neither the files nor what expands them.
GenerationReport write_cases(const Settings& settings) {
  Campaign campaign;
  campaign.origin = {std::string(kLmtuneVersion), "cases", 0, {}, {}};
  campaign.benchmarks = read_benchmarks(
      settings.cases, settings.quick ? CaseSize::kQuick : CaseSize::kAll, settings.filter);
  if (settings.trace) {
    const std::vector<Error> failures = trace_all(campaign.benchmarks);
    for (const Error& failure : failures) log_warning(failure.what());
    if (!failures.empty()) {
      log_warning(fmt::format("{} of {} benchmarks could not be traced and have no summary",
                              failures.size(), campaign.benchmarks.size()));
    }
  }
  write_file_atomically(settings.output, format_campaign(campaign));
  GenerationReport report;
  report.accepted = campaign.benchmarks.size();
  std::set<std::string> specs;
  for (const Benchmark& benchmark : campaign.benchmarks) specs.insert(spec_id(benchmark.spec));
  report.kernel_specs = specs.size();
  return report;
}

void print_report(const GenerationReport& report, const Settings& settings) {
  fmt::print(stderr, "{}: {} benchmarks of {} kernel specs in {:.1f} s ({:.0f} a second)\n",
             settings.output, report.accepted, report.kernel_specs, report.seconds,
             static_cast<double>(report.accepted) / std::max(report.seconds, 1e-3));
  std::vector<std::pair<std::uint64_t, std::string>> reasons;
  for (const auto& [reason, count] : report.rejected) reasons.emplace_back(count, reason);
  std::sort(reasons.rbegin(), reasons.rend());
  if (!reasons.empty()) fmt::print(stderr, "candidates rejected:\n");
  for (const auto& [count, reason] : reasons) fmt::print(stderr, "  {:>9}  {}\n", count, reason);
  if (!report.spread.empty()) {
    fmt::print(stderr, "{:<22} {:>9} {:>11} {:>9}\n", "parameter", "lowest", "mean", "highest");
  }
  for (const auto& [name, spread] : report.spread) {
    fmt::print(stderr, "  {:<20} {:>9} {:>11.4g} {:>9}\n", name, spread.low, spread.mean,
               spread.high);
  }
  for (const VicinityDensity& one : report.density) {
    fmt::print(stderr, "within {:.2f} of a seed benchmark: {:.1f} benchmarks on average\n",
               one.radius, one.average);
  }
  if (!settings.source_folder.empty()) {
    fmt::print(stderr, "their sources are in {}\n", settings.source_folder);
  }
}

void run(Settings& settings) {
  check_writable(settings.output);
  if (settings.approach == "vicinity" && settings.cases.empty() && settings.seeds.empty()) {
    throw Error(ErrorKind::kUsage, "--approach", "vicinity of what?",
                "name the seed set: --seeds seeds/");
  }
  settings.options.profile = find_profile(settings.limits);
  if (!settings.source_folder.empty()) make_source_folder(settings.source_folder);
  const auto begin = std::chrono::steady_clock::now();
  GenerationReport report = !settings.cases.empty()           ? write_cases(settings)
                            : settings.approach == "vicinity" ? write_vicinity(settings)
                                                              : write_range(settings);
  report.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  if (settings.json) {
    fmt::print("{}\n", format_generation_report(report, settings.output));
  } else {
    print_report(report, settings);
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
      ->add_option("--approach", settings->approach,
                   "range: parameters drawn over the seeds' ranges; vicinity: benchmarks near the "
                   "seeds in feature space")
      ->check(CLI::IsMember({"range", "vicinity"}))
      ->capture_default_str();
  CLI::Option* seeds = command->add_option(
      "--seeds", settings->seeds, "The seed set: a folder of case files, or a traced campaign");
  command->add_option("--leave-out", settings->left_out, "A seed family that is not looked at")
      ->needs(seeds);
  command
      ->add_option("--limits", settings->limits,
                   fmt::format("For which device: {}, or a file like those in profiles/",
                               fmt::join(built_in_profiles(), ", ")))
      ->capture_default_str();
  command
      ->add_option("--launches", settings->options.launches,
                   "Launches of one kernel spec, which is built once for all (range)")
      ->check(CLI::Range(1u, 64u))
      ->capture_default_str();
  command->add_option("-o,--output", settings->output, "Campaign file to write")->required();
  CLI::Option* emit_source =
      command->add_option("--emit-source", settings->source_folder,
                          "Also write each benchmark as an OpenCL C file into this folder");
  command->add_flag("--json", settings->json, "Print the summary as JSON on stdout");
  CLI::Option* cases =
      command
          ->add_option("--cases", settings->cases,
                       "Take the benchmarks of these case files or folders instead")
          ->excludes(count)
          ->excludes(seeds)
          ->excludes(emit_source);
  command->add_flag("--quick", settings->quick, "Only the quick launches of the cases")
      ->needs(cases);
  command
      ->add_flag("--trace", settings->trace,
                 "Trace them, so that what reads the campaign knows their features at once")
      ->needs(cases);
  command
      ->add_option("--filter", settings->filter, "Only cases' benchmarks with this in their name")
      ->needs(cases);
  command->footer(
      "Examples:\n"
      "  lmtune generate --count 200 --seed 1 -o campaign.jsonl\n"
      "  lmtune generate --approach vicinity --seeds seeds/ --limits nvidia-h200 --count 90000 \\\n"
      "    -o vicinity.jsonl.zst\n"
      "  lmtune generate --cases seeds/ --trace -o seeds.jsonl");
  command->callback([settings, count, cases] {
    if (count->empty() && cases->empty()) {
      throw Error(ErrorKind::kUsage, "generate", "nothing to generate",
                  "give --count N for synthetic benchmarks, or --cases for those of case files");
    }
    run(*settings);
  });
}

}  // namespace lmtune
