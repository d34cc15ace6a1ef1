#include "cli/completion_scripts.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <vector>

namespace lmtune {
namespace {

/// In single quotes, for bash and zsh.
std::string quoted(const std::string& text) { return '\'' + replaced(text, "'", R"('\'')") + '\''; }

std::vector<std::string> option_names(const CommandOutline& command) {
  std::vector<std::string> names;
  for (const OptionOutline& option : command.options) {
    names.insert(names.end(), option.names.begin(), option.names.end());
  }
  return names;
}

std::vector<std::string> command_names(const CommandOutline& program) {
  std::vector<std::string> names;
  for (const CommandOutline& command : program.commands) names.push_back(command.name);
  return names;
}

/// The closed set of values of the first positional argument; mostly there is none.
std::vector<std::string> positional_choices(const CommandOutline& command) {
  const std::vector<OptionOutline> all = positionals(command);
  return all.empty() ? std::vector<std::string>{} : all.front().choices;
}

std::string bash_words(const std::vector<std::string>& words) {
  return fmt::format("COMPREPLY=($(compgen -W '{}' -- \"$current\"))", fmt::join(words, " "));
}

std::string bash_command(const CommandOutline& command) {
  std::string text = fmt::format("    {})\n      case $previous in\n", command.name);
  for (const OptionOutline& option : command.options) {
    if (option.names.empty() || option.value.empty()) continue;
    text += fmt::format("        {}) {}return ;;\n", fmt::join(option.names, "|"),
                        option.choices.empty() ? "" : bash_words(option.choices) + "; ");
  }
  text += "        *) ;;\n      esac\n";
  text += fmt::format("      if [[ $current == -* ]]; then\n        {}\n",
                      bash_words(option_names(command)));
  if (const auto choices = positional_choices(command); !choices.empty()) {
    text += fmt::format("      else\n        {}\n", bash_words(choices));
  }
  return text + "      fi\n      ;;\n";
}

/// As _arguments takes it: brackets and colons part its pieces.
std::string zsh_text(const std::string& text) {
  std::string escaped = replaced(text, "\\", "\\\\");
  for (const std::string mark : {"[", "]", ":"}) escaped = replaced(escaped, mark, "\\" + mark);
  return escaped;
}

std::string zsh_action(const OptionOutline& option) {
  if (option.choices.empty()) return "_files";
  return fmt::format("({})", fmt::join(option.choices, " "));
}

/// A specification for each name of the option: `*` lets it be repeated.
std::vector<std::string> zsh_specifications(const OptionOutline& option) {
  const std::string value =
      option.value.empty() ? "" : fmt::format(":{}:{}", zsh_text(option.value), zsh_action(option));
  if (option.names.empty()) return {quoted("*" + value)};
  std::vector<std::string> specifications;
  for (const std::string& name : option.names) {
    specifications.push_back(
        quoted(fmt::format("*{}[{}]{}", name, zsh_text(option.description), value)));
  }
  return specifications;
}

std::string zsh_arguments(const CommandOutline& command, const std::string& indent) {
  std::string text = indent + "_arguments";
  for (const OptionOutline& option : command.options) {
    for (const std::string& specification : zsh_specifications(option)) {
      text += " \\\n" + indent + "  " + specification;
    }
  }
  return text + '\n';
}

/// In single quotes, for fish.
std::string fish_quoted(const std::string& text) {
  return '\'' + replaced(replaced(text, "\\", "\\\\"), "'", "\\'") + '\'';
}

std::string fish_option(const std::string& condition, const OptionOutline& option) {
  std::string text = fmt::format("complete -c lmtune -n {}", fish_quoted(condition));
  if (option.names.empty()) {
    if (option.choices.empty()) return "";
    return fmt::format("{} -f -a {}\n", text,
                       fish_quoted(fmt::format("{}", fmt::join(option.choices, " "))));
  }
  for (const std::string& name : option.names) {
    text += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
  }
  if (!option.choices.empty()) {
    text +=
        fmt::format(" -x -a {}", fish_quoted(fmt::format("{}", fmt::join(option.choices, " "))));
  } else if (!option.value.empty()) {
    text += " -r";
  }
  return fmt::format("{} -d {}\n", text, fish_quoted(option.description));
}

}  // namespace

std::string bash_completion(const CommandOutline& program) {
  std::string text =
      "# bash completion of lmtune, printed by `lmtune completion bash`\n"
      "_lmtune() {\n"
      "  local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]}\n"
      "  local command= word\n"
      "  COMPREPLY=()\n"
      "  for word in \"${COMP_WORDS[@]:1:COMP_CWORD-1}\"; do\n"
      "    if [[ $word != -* ]]; then command=$word; break; fi\n"
      "  done\n"
      "  case $command in\n";
  std::vector<std::string> words = command_names(program);
  const std::vector<std::string> options = option_names(program);
  words.insert(words.end(), options.begin(), options.end());
  text += fmt::format("    '')\n      {}\n      ;;\n", bash_words(words));
  for (const CommandOutline& command : program.commands) text += bash_command(command);
  // Where nothing is offered, the shell completes file names.
  return text + "    *) ;;\n  esac\n}\ncomplete -o bashdefault -o default -F _lmtune lmtune\n";
}

std::string zsh_completion(const CommandOutline& program) {
  std::string text =
      "#compdef lmtune\n"
      "# zsh completion of lmtune, printed by `lmtune completion zsh`\n"
      "_lmtune() {\n"
      "  local -a commands=(\n";
  for (const CommandOutline& command : program.commands) {
    text += fmt::format("    {}\n",
                        quoted(command.name + ':' + replaced(command.description, ":", "\\:")));
  }
  text +=
      "  )\n"
      "  if (( CURRENT == 2 )); then\n"
      "    if [[ $words[2] != -* ]]; then _describe command commands; return; fi\n";
  text += zsh_arguments(program, "    ");
  text +=
      "    return\n"
      "  fi\n"
      "  shift words\n"
      "  (( CURRENT-- ))\n"
      "  case $words[1] in\n";
  for (const CommandOutline& command : program.commands) {
    text += fmt::format("    {})\n{}      ;;\n", command.name, zsh_arguments(command, "      "));
  }
  // Read by `source`, the file defines the function; from $fpath, it is the function.
  return text +
         "  esac\n"
         "}\n"
         "if [[ $funcstack[1] == _lmtune ]]; then _lmtune \"$@\"; else compdef _lmtune lmtune; "
         "fi\n";
}

std::string fish_completion(const CommandOutline& program) {
  std::string text = "# fish completion of lmtune, printed by `lmtune completion fish`\n";
  const std::string none = "__fish_use_subcommand";
  for (const CommandOutline& command : program.commands) {
    text += fmt::format("complete -c lmtune -n {} -f -a {} -d {}\n", none, command.name,
                        fish_quoted(command.description));
  }
  for (const OptionOutline& option : program.options) text += fish_option(none, option);
  for (const CommandOutline& command : program.commands) {
    const std::string condition = "__fish_seen_subcommand_from " + command.name;
    for (const OptionOutline& option : command.options) text += fish_option(condition, option);
  }
  return text;
}

}  // namespace lmtune
