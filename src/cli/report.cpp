// lmtune report: an evaluation file as a page to read.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <string>

#include "lmtune/base/file.h"
#include "lmtune/base/log.h"
#include "lmtune/cli/command.h"
#include "lmtune/io/evaluation_file.h"
#include "lmtune/report/report_page.h"

namespace lmtune {
namespace {

struct ReportArguments {
  std::string evaluation;
  std::string output;
};

void report(const ReportArguments& arguments) {
  check_writable(arguments.output);
  write_file_atomically(arguments.output, report_page(read_evaluation_text(arguments.evaluation)));
  log_info(fmt::format("{}: written; open it in a browser", arguments.output));
}

}  // namespace

void add_report_command(CLI::App& app, ExitCode&) {
  auto arguments = std::make_shared<ReportArguments>();
  CLI::App* command =
      app.add_subcommand("report", "Show a study as one web page with charts and tables");
  command->add_option("EVALUATION", arguments->evaluation, "Evaluation file of lmtune evaluate")
      ->required();
  command->add_option("-o,--output", arguments->output, "HTML file to write")->required();
  command->footer(
      "The page needs no network and no other file: send it, print it, or read it on a phone.\n\n"
      "Example:\n"
      "  lmtune report evaluation.json -o report.html");
  command->callback([arguments] { report(*arguments); });
}

}  // namespace lmtune
