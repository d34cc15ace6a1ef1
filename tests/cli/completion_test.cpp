// lmtune completion and lmtune man: scripts that shells take, pages that man shows.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <string>

#include "support/run_lmtune.h"

namespace lmtune {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;
using testing::ProcessResult;
using testing::run_lmtune;

bool is_installed(const std::string& program) {
  return std::system(("command -v " + program + " > /dev/null 2>&1").c_str()) == 0;
}

class CompletionCommand : public testing::FolderTest {
 protected:
  std::string script(const std::string& shell) const {
    const ProcessResult result = run_lmtune({"completion", shell});
    EXPECT_EQ(result.exit_code, 0) << result.err;
    return write("completion." + shell, result.out);
  }

  /// What a shell prints for `command`.
  std::string output_of(const std::string& command) const {
    const std::string out = path("out").string();
    EXPECT_EQ(std::system((command + " > " + out + " 2>&1").c_str()), 0) << testing::slurp(out);
    return testing::slurp(out);
  }

  /// What bash would offer for the last of `words`.
  std::string offered(const std::string& words) const {
    return output_of("bash -c 'source " + script("bash") + "; COMP_WORDS=(" + words +
                     "); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _lmtune; "
                     "printf \"%s\\n\" \"${COMPREPLY[@]}\"'");
  }
};

TEST_F(CompletionCommand, BashCompletesCommandsOptionsAndValues) {
  if (!is_installed("bash")) GTEST_SKIP() << "no bash here";
  EXPECT_EQ(output_of("bash -n " + script("bash")), "");
  EXPECT_EQ(offered("lmtune pre"), "predict\n");
  EXPECT_THAT(offered("lmtune \"\""), AllOf(HasSubstr("devices\n"), HasSubstr("completion\n"),
                                            Not(HasSubstr("measure-worker"))));
  EXPECT_EQ(offered("lmtune predict --mod"), "--model\n");
  EXPECT_EQ(offered("lmtune export run.jsonl --format \"\""), "csv\nt4\n");
  EXPECT_EQ(offered("lmtune completion b"), "bash\n");
  // Left to the shell, which knows the files.
  EXPECT_EQ(offered("lmtune predict --model m"), "\n");
}

TEST_F(CompletionCommand, OtherShellsAcceptTheirScripts) {
  const std::string zsh = testing::slurp(script("zsh"));
  EXPECT_TRUE(zsh.starts_with("#compdef lmtune\n"));
  EXPECT_THAT(zsh, HasSubstr("'*--format[csv\\: a line"));
  const std::string fish = testing::slurp(script("fish"));
  EXPECT_THAT(fish, HasSubstr("'__fish_seen_subcommand_from export' -l format -x -a 'csv t4'"));
  for (const std::string shell : {"zsh", "fish"}) {
    if (!is_installed(shell)) continue;
    EXPECT_EQ(output_of(shell + " -n " + script(shell)), "");
  }
}

TEST_F(CompletionCommand, AnUnknownShellListsTheKnownOnes) {
  const ProcessResult result = run_lmtune({"completion", "tcsh"});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_THAT(result.err, HasSubstr("bash,zsh,fish"));
}

TEST_F(CompletionCommand, TheManPageHoldsWhatHelpSays) {
  const ProcessResult result = run_lmtune({"man"});
  ASSERT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(result.out, HasSubstr("\n.SH NAME\nlmtune \\- tells whether"));
  for (const std::string command : {"devices", "measure", "completion", "man"}) {
    EXPECT_THAT(result.out, HasSubstr("\n.SS lmtune " + command + "\n"));
  }
  EXPECT_THAT(result.out, Not(HasSubstr("measure\\-worker")));
  EXPECT_THAT(result.out, HasSubstr("\n\\fB\\-\\-shard\\fR \\fITEXT\\fR\nI/N: only the I\\-th"));

  if (!is_installed("groff")) GTEST_SKIP() << "no groff here";
  const std::string page = write("lmtune.1", result.out);
  const std::string shown =
      output_of("groff -man -ww -K utf8 -Tutf8 -P -c -P -b -P -u -P -o " + page);
  EXPECT_THAT(shown, AllOf(Not(HasSubstr("warning")), HasSubstr("lmtune man | man -l -")));
}

}  // namespace
}  // namespace lmtune
