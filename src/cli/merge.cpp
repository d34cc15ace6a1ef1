// lmtune merge: run files of one device to one.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "lmtune/base/error.h"
#include "lmtune/base/file.h"
#include "lmtune/base/log.h"
#include "lmtune/cli/command.h"
#include "lmtune/io/run_merge.h"

namespace lmtune {
namespace {

struct MergeArguments {
  std::vector<std::filesystem::path> runs;
  std::string output;
  bool allow_mixed = false;
  bool json = false;
};

void print_summary(const RunMerge& merge, const std::string& output) {
  fmt::print(stderr, "{}: {} benchmarks, {} correct\n", output, merge.benchmarks(),
             merge.count(Status::kCorrect));
  for (const MergedFile& file : merge.files()) {
    fmt::print(stderr, "  {}: kept {} of {} results", file.path.string(), file.kept, file.results);
    if (file.replaced > 0) fmt::print(stderr, ", {} replaced by better ones", file.replaced);
    if (file.worse > 0) fmt::print(stderr, ", {} no better than those before", file.worse);
    if (file.trust > 0) fmt::print(stderr, "; {} controls, repeats and references", file.trust);
    fmt::print(stderr, "\n");
  }
}

void warn_of(const MergedFile& file, const std::filesystem::path& first) {
  if (file.torn) {
    log_warning(
        fmt::format("{}: is incomplete at its end; what is whole was taken", file.path.string()));
  }
  if (file.difference) {
    log_warning(fmt::format("{}: {} differs: '{}', but '{}' in {}, whose header was taken",
                            file.path.string(), file.difference->what, file.difference->second,
                            file.difference->first, first.string()));
  }
}

void merge_runs(const MergeArguments& arguments) {
  check_writable(arguments.output);
  const RunMerge merge(arguments.runs,
                       arguments.allow_mixed ? MixedRuns::kAllow : MixedRuns::kRefuse);
  AtomicFile output(arguments.output);
  merge.write([&output](std::string_view line) { output.append(line); });
  output.commit();
  for (const MergedFile& file : merge.files()) warn_of(file, arguments.runs.front());
  if (arguments.json) {
    std::fputs(format_merge(merge, arguments.output).c_str(), stdout);
  } else {
    print_summary(merge, arguments.output);
  }
}

}  // namespace

void add_merge_command(CLI::App& app, ExitCode&) {
  auto arguments = std::make_shared<MergeArguments>();
  CLI::App* command = app.add_subcommand("merge", "Join run files of one device");
  command->add_option("RUN", arguments->runs, "Run files, all of one device, driver and protocol")
      ->required();
  command
      ->add_option("-o,--output", arguments->output,
                   "Run file to write; may be one of those that are read")
      ->required();
  command->add_flag("--allow-mixed", arguments->allow_mixed,
                    "Join runs that differ in device, driver or protocol too");
  command->add_flag("--json", arguments->json, "Print what was done as JSON on stdout");
  command->footer(
      "Of two measurements of one benchmark the better is kept: a correct one before a failed "
      "one;\n"
      "then the one with the narrower confidence interval; then the one with more samples; then\n"
      "the one found first. Controls, repeats and references are carried over.\n\n"
      "Examples:\n"
      "  lmtune merge shard1.jsonl shard2.jsonl -o run.jsonl\n"
      "  lmtune merge run.jsonl -o run.jsonl.zst    # as small as it gets, to keep or to send");
  command->callback([arguments] { merge_runs(*arguments); });
}

}  // namespace lmtune
