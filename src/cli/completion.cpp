// lmtune completion and lmtune man: what shells and readers get of the command line itself.
#include <CLI/CLI.hpp>
#include <cstdio>
#include <memory>
#include <string>

#include "cli/command_outline.h"
#include "cli/completion_scripts.h"
#include "cli/man_page.h"
#include "lmtune/cli/command.h"

namespace lmtune {
namespace {

std::string completion(const std::string& shell, const CommandOutline& program) {
  if (shell == "bash") return bash_completion(program);
  if (shell == "zsh") return zsh_completion(program);
  return fish_completion(program);
}

}  // namespace

void add_completion_command(CLI::App& app, ExitCode&) {
  CLI::App* command =
      app.add_subcommand("completion", "Print a script that completes command lines in a shell");
  auto shell = std::make_shared<std::string>();
  command->add_option("SHELL", *shell, "The shell")
      ->required()
      ->check(CLI::IsMember({"bash", "zsh", "fish"}));
  command->footer(
      "Examples:\n"
      "  eval \"$(lmtune completion bash)\"     # in ~/.bashrc\n"
      "  lmtune completion zsh > \"${fpath[1]}/_lmtune\"\n"
      "  lmtune completion fish > ~/.config/fish/completions/lmtune.fish");
  command->callback(
      [&app, shell] { std::fputs(completion(*shell, outline_of(app)).c_str(), stdout); });
}

void add_man_command(CLI::App& app, ExitCode&) {
  CLI::App* command = app.add_subcommand("man", "Print the man page, from the texts of --help");
  command->footer("Example:\n  lmtune man | man -l -");
  command->callback([&app] { std::fputs(man_page(outline_of(app)).c_str(), stdout); });
}

}  // namespace lmtune
