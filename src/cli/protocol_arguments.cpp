#include "cli/protocol_arguments.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>

namespace lmtune {

void add_protocol_options(CLI::App& command, ProtocolArguments& arguments) {
  command.add_flag("--quick-protocol", arguments.quick,
                   "Fewer samples: less exact, several times faster");
  command
      .add_option("--min-pairs", arguments.min_pairs,
                  "Pairs of samples that every benchmark gets at least, however long it takes")
      ->check(CLI::Range(1, 10'000));
}

ProtocolOptions protocol_options(const ProtocolArguments& arguments) {
  ProtocolOptions options = arguments.quick ? ProtocolOptions::quick() : ProtocolOptions();
  if (arguments.min_pairs > 0) options.force_pairs(arguments.min_pairs);
  return options;
}

std::vector<std::string> command_line(const ProtocolArguments& arguments) {
  std::vector<std::string> words;
  if (arguments.quick) words.push_back("--quick-protocol");
  if (arguments.min_pairs > 0) {
    words.push_back("--min-pairs");
    words.push_back(fmt::format("{}", arguments.min_pairs));
  }
  return words;
}

}  // namespace lmtune
