// The command line as data: what completions and the man page are made from, so that neither has a
// list of its own.
#pragma once

#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace lmtune {

struct OptionOutline {
  std::vector<std::string> names;  ///< "-m", "--model"; empty: a positional argument
  std::string value;               ///< what it takes, as the help shows it; empty: nothing (a flag)
  std::vector<std::string> choices;  ///< all the values there are; empty: others too
  std::string description;
  std::string group;  ///< the help's section
  std::string default_text;
  bool required = false;
};

struct CommandOutline {
  std::string name;
  std::string description;
  std::string footer;
  std::vector<OptionOutline> options;
  std::vector<CommandOutline> commands;
};

/// What `app` shows in its help; hidden commands and options are left out.
CommandOutline outline_of(const CLI::App& app);

/// The positional arguments of `command`, in their order.
std::vector<OptionOutline> positionals(const CommandOutline& command);

/// "-m, --model FILE", or a positional argument's name.
std::string usage(const OptionOutline& option);

/// `text` with every occurrence of `from` replaced.
std::string replaced(std::string text, const std::string& from, const std::string& to);

}  // namespace lmtune
