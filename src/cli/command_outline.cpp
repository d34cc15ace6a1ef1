#include "cli/command_outline.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <sstream>

namespace lmtune {
namespace {

/// Of "TEXT:{csv,t4}", as CLI11 describes a closed set of values, or "ENUM:csv|t4", as we do.
std::vector<std::string> choices_in(const std::string& type) {
  std::string list = type.substr(type.find(':') + 1);
  std::replace(list.begin(), list.end(), ',', '|');
  if (list.find('|') == std::string::npos) return {};
  std::erase_if(list, [](char c) { return c == '{' || c == '}'; });
  std::istringstream words(list);
  std::vector<std::string> choices;
  for (std::string choice; std::getline(words, choice, '|');) choices.push_back(choice);
  return choices;
}

OptionOutline outline_of(const CLI::Option& option) {
  OptionOutline outline;
  for (const std::string& name : option.get_snames()) outline.names.push_back("-" + name);
  for (const std::string& name : option.get_lnames()) outline.names.push_back("--" + name);
  const std::string type = option.get_type_name();
  if (type.find(':') != std::string::npos) outline.choices = choices_in(type);
  if (option.get_items_expected_max() > 0) {
    outline.value = outline.choices.empty() ? type.substr(0, type.find(':'))
                                            : fmt::format("{}", fmt::join(outline.choices, "|"));
  }
  if (outline.names.empty()) outline.value = option.get_single_name();
  outline.description = option.get_description();
  outline.group = option.get_group();
  outline.default_text = option.get_default_str();
  outline.required = option.get_required();
  return outline;
}

}  // namespace

CommandOutline outline_of(const CLI::App& app) {
  CommandOutline outline{app.get_name(), app.get_description(), app.get_footer(), {}, {}};
  for (const CLI::Option* option : app.get_options()) {
    if (!option->get_group().empty()) outline.options.push_back(outline_of(*option));
  }
  for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; })) {
    if (!command->get_group().empty()) outline.commands.push_back(outline_of(*command));
  }
  return outline;
}

std::vector<OptionOutline> positionals(const CommandOutline& command) {
  std::vector<OptionOutline> found;
  std::copy_if(command.options.begin(), command.options.end(), std::back_inserter(found),
               [](const OptionOutline& option) { return option.names.empty(); });
  return found;
}

std::string usage(const OptionOutline& option) {
  if (option.names.empty()) return option.value;
  std::string text = fmt::format("{}", fmt::join(option.names, ", "));
  if (!option.value.empty()) text += ' ' + option.value;
  return text;
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size()) {
    text.replace(at, from.size(), to);
  }
  return text;
}

}  // namespace lmtune
