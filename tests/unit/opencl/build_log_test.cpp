#include "opencl/build_log.h"

#include <gtest/gtest.h>

namespace lmtune {
namespace {

TEST(BuildLog, NamesTheUsersFileAndLine) {
  EXPECT_EQ(name_file_in_log("<kernel>:16:12: error: use of undeclared identifier 'x'\n"
                             "  total += x;\n"
                             "           ^\n"
                             "<kernel>:2:1: note: in <kernel>:9:9\n",
                             "sum.cl"),
            "sum.cl:15:12: error: use of undeclared identifier 'x'\n"
            "  total += x;\n"
            "           ^\n"
            "sum.cl:1:1: note: in <kernel>:9:9\n");
}

TEST(BuildLog, KeepsWhatItDoesNotKnow) {
  for (const char* log : {"", "sum.cl:15:12: error: no", "ptxas error: <kernel>:1:2\n\n"}) {
    EXPECT_EQ(name_file_in_log(log, "sum.cl"), log);
  }
  EXPECT_EQ(name_file_in_log("<kernel>: error: none", "sum.cl"), "sum.cl: error: none");
  EXPECT_EQ(name_file_in_log("<kernel>:1:2: error", "sum.cl"), "sum.cl:1:2: error");
}

TEST(BuildLog, QuotesTheName) {
  EXPECT_EQ(named_source("a\"b\\c.cl", "kernel\n"), "#line 1 \"a\\\"b\\\\c.cl\"\nkernel\n");
}

}  // namespace
}  // namespace lmtune
