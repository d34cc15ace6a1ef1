// lmtune generate, as a user runs it.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "lmtune/base/file.h"
#include "support/run_lmtune.h"

namespace lmtune {
namespace {

using testing::run_lmtune;

class Generate : public ::testing::Test {
 protected:
  std::string path(const std::string& name) const { return (folder_.path() / name).string(); }

  testing::TemporaryFolder folder_;
};

TEST_F(Generate, TheSameSeedGivesTheSameBytes) {
  for (const char* name : {"a.jsonl", "b.jsonl"}) {
    const auto result = run_lmtune({"generate", "--count", "200", "--seed", "1", "-o", path(name)});
    EXPECT_EQ(result.exit_code, 0) << result.err;
    EXPECT_EQ(result.out, "");
  }
  const std::string text = read_file(path("a.jsonl"));
  EXPECT_EQ(text, read_file(path("b.jsonl")));
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 202);  // header, source, 200 benchmarks
}

TEST_F(Generate, EmittedSourcesHoldTheirOptions) {
  const auto result = run_lmtune({"generate", "--count", "3", "--limits", "pocl", "-o",
                                  path("c.jsonl"), "--emit-source", path("src")});
  ASSERT_EQ(result.exit_code, 0) << result.err;
  int files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(path("src"))) {
    const std::string text = read_file(entry.path());
    EXPECT_NE(text.find("#define HOME "), std::string::npos);
    EXPECT_NE(text.find("#ifdef CACHED\n#define CHUNK_OUTER "), std::string::npos);
    EXPECT_NE(text.find("// Launch: global "), std::string::npos);
    EXPECT_NE(text.find("__kernel void"), std::string::npos);
    ++files;
  }
  EXPECT_EQ(files, 3);
}

TEST_F(Generate, CasesBecomeACampaign) {
  const auto result = run_lmtune(
      {"generate", "--cases", LMTUNE_SOURCE_DIR "/seeds/matmul", "--quick", "-o", path("c.jsonl")});
  ASSERT_EQ(result.exit_code, 0) << result.err;
  EXPECT_NE(read_file(path("c.jsonl")).find("\"name\":\"matmul/a["), std::string::npos);
}

TEST_F(Generate, NothingToGenerateSaysWhatToGive) {
  const auto result = run_lmtune({"generate", "-o", path("c.jsonl")});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_NE(result.err.find("give --count N"), std::string::npos) << result.err;
  EXPECT_FALSE(std::filesystem::exists(path("c.jsonl")));
}

TEST_F(Generate, AnOutputThatCannotBeWrittenIsFoundOutFirst) {
  const auto result = run_lmtune({"generate", "--count", "1000000", "-o", path("missing/c.jsonl")});
  EXPECT_EQ(result.exit_code, 5);
  EXPECT_NE(result.err.find("missing/c.jsonl: cannot write"), std::string::npos) << result.err;
}

}  // namespace
}  // namespace lmtune
