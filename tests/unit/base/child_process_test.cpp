#include "lmtune/base/child_process.h"

#include <gtest/gtest.h>

#include <csignal>

#include "lmtune/base/error.h"

namespace lmtune {
namespace {

ChildResult shell(const std::string& script, std::string_view input = "") {
  return run_child("/bin/sh", {"-c", script}, input);
}

TEST(ChildProcess, BringsBackOutputErrorsAndExitCode) {
  const ChildResult child = shell("echo result >&3; echo trouble >&2; exit 5");
  EXPECT_EQ(child.output, "result\n");
  EXPECT_EQ(child.errors, "trouble\n");
  EXPECT_EQ(child.exit_code, 5);
  EXPECT_EQ(child.signal, 0);
}

TEST(ChildProcess, PassesLargeMessagesBothWays) {
  const std::string input(3'000'000, 'x');
  EXPECT_EQ(shell("cat >&3", input).output, input);
  // A child that does not read its input is no trouble.
  EXPECT_EQ(shell("exit 0", input).exit_code, 0);
}

TEST(ChildProcess, DiscardsStdout) {
  testing::internal::CaptureStdout();
  EXPECT_EQ(shell("echo noise; echo result >&3").output, "result\n");
  EXPECT_EQ(testing::internal::GetCapturedStdout(), "");
}

TEST(ChildProcess, TellsTheSignalThatKilledIt) {
  const ChildResult child = shell("kill -ABRT $$");
  EXPECT_EQ(child.signal, SIGABRT);
  EXPECT_EQ(signal_name(child.signal), "SIGABRT");
}

TEST(ChildProcess, CannotStartWhatIsNotThere) {
  EXPECT_THROW(run_child("/nonexistent/program", {}, ""), Error);
}

}  // namespace
}  // namespace lmtune
