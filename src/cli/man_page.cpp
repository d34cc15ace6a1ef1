#include "cli/man_page.h"

#include <fmt/format.h>

#include <sstream>

#include "lmtune/base/version.h"

namespace lmtune {
namespace {

/// Text that roff prints as it is, wherever on a line it stands.
std::string roff(const std::string& text) {
  std::string escaped = replaced(replaced(text, "\\", "\\e"), "-", "\\-");
  if (escaped.starts_with('.') || escaped.starts_with('\'')) escaped.insert(0, "\\&");
  return escaped;
}

/// Lines as they are: examples and tables.
std::string as_it_is(const std::string& text) {
  std::istringstream lines(text);
  std::string block = ".PP\n.nf\n";
  for (std::string line; std::getline(lines, line);) block += roff(line) + '\n';
  return block + ".fi\n";
}

std::string entry(const OptionOutline& option) {
  std::string names;
  for (const std::string& name : option.names) {
    names += fmt::format("{}\\fB{}\\fR", names.empty() ? "" : ", ", roff(name));
  }
  if (!option.value.empty()) {
    names += fmt::format("{}\\fI{}\\fR", names.empty() ? "" : " ", roff(option.value));
  }
  std::string text = roff(option.description);
  if (option.required) text += " (required)";
  if (!option.default_text.empty())
    text += fmt::format(" (default: {})", roff(option.default_text));
  return fmt::format(".TP\n{}\n{}\n", names, text);
}

std::string synopsis(const CommandOutline& command) {
  std::string text = fmt::format("\\fBlmtune {}\\fR", roff(command.name));
  for (const OptionOutline& argument : positionals(command)) {
    text += fmt::format(" \\fI{}\\fR", roff(argument.value));
  }
  return text + " [\\fIoptions\\fR]\n";
}

/// The options by the sections of the help, in their order.
std::string entries(const CommandOutline& command) {
  std::string text;
  std::string group;
  for (const OptionOutline& option : command.options) {
    if (option.group != group && !group.empty()) {
      text += fmt::format(".PP\n{}:\n", roff(option.group));
    }
    group = option.group;
    text += entry(option);
  }
  return text;
}

std::string section(const CommandOutline& command) {
  std::string text = fmt::format(".SS lmtune {}\n{}.PP\n{}.\n", roff(command.name),
                                 synopsis(command), roff(command.description));
  text += entries(command);
  if (!command.footer.empty()) text += as_it_is(command.footer);
  return text;
}

}  // namespace

std::string man_page(const CommandOutline& program) {
  // whatis(1) wants "name - what it does".
  const std::string prefix = "lmtune ";
  const std::string purpose = program.description.starts_with(prefix)
                                  ? program.description.substr(prefix.size())
                                  : program.description;
  std::string text = fmt::format(
      "'\\\" -*- coding: utf-8 -*-\n"
      ".TH LMTUNE 1 \"\" \"lmtune {}\" \"User Commands\"\n"
      ".nh\n.ad l\n"
      ".SH NAME\nlmtune \\- {}\n"
      ".SH SYNOPSIS\n\\fBlmtune\\fR \\fICOMMAND\\fR [\\fIoptions\\fR]\n"
      ".SH OPTIONS\n",
      roff(std::string(kLmtuneVersion)), roff(purpose));
  text += entries(program);
  text += ".SH COMMANDS\n";
  for (const CommandOutline& command : program.commands) text += section(command);
  return text + ".SH NOTES\n" + as_it_is(program.footer);
}

}  // namespace lmtune
