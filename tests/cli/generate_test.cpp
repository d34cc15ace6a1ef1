// lmtune generate, as a user runs it.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <sstream>
#include <string>
#include <vector>

#include "lmtune/base/file.h"
#include "support/run_lmtune.h"
#include "support/small_disk.h"

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

/// The rows of a vicinity campaign without what fills `family` alone, and without its name in those
/// that fill others too.
std::vector<std::string> rows_without(const std::string& campaign, const std::string& family) {
  const std::string name = '"' + family + '"';
  std::vector<std::string> rows;
  std::istringstream lines(testing::slurp(campaign));
  for (std::string line; std::getline(lines, line);) {
    const std::size_t fills = line.find("\"fills\":[");
    if (fills == std::string::npos) continue;
    if (line.find("\"fills\":[" + name + ']') != std::string::npos) continue;
    for (const std::string& part : {name + ',', ',' + name}) {
      const std::size_t at = line.find(part, fills);
      if (at != std::string::npos) line.erase(at, part.size());
    }
    rows.push_back(line);
  }
  return rows;
}

TEST_F(Generate, LeavingAFamilyOutIsDroppingItsRows) {
  const std::string seeds = LMTUNE_SOURCE_DIR "/seeds";
  const auto generate = [&](const std::string& output, std::vector<std::string> more) {
    std::vector<std::string> words{"generate",    "--approach", "vicinity",  "--seeds",
                                   seeds,         "--count",    "260",       "--limits",
                                   "nvidia-h200", "-o",         path(output)};
    words.insert(words.end(), more.begin(), more.end());
    return run_lmtune(words);
  };
  const auto whole = generate("whole.jsonl", {});
  ASSERT_EQ(whole.exit_code, 0) << whole.err;
  EXPECT_NE(whole.err.find("of a seed benchmark"), std::string::npos) << whole.err;
  ASSERT_EQ(generate("without.jsonl", {"--leave-out", "matmul"}).exit_code, 0);
  const auto expected = rows_without(path("whole.jsonl"), "matmul");
  EXPECT_EQ(rows_without(path("without.jsonl"), "matmul"), expected);
  EXPECT_GT(expected.size(), 200u);

  const auto unknown = generate("x.jsonl", {"--leave-out", "nothing"});
  EXPECT_EQ(unknown.exit_code, 2);
  EXPECT_NE(unknown.err.find("block_matching, box_convolution"), std::string::npos) << unknown.err;
}

TEST_F(Generate, AFullDiskLeavesNoHalfCampaign) {
  const SmallDisk disk(path("disk"));
  if (!disk.mounted()) GTEST_SKIP() << "cannot mount a small file system: " << disk.problem();
  const auto result = run_lmtune({"generate", "--count", "20000", "--limits", "nvidia-h200", "-o",
                                  (disk.path() / "campaign.jsonl").string()});
  EXPECT_EQ(result.exit_code, 5);
  EXPECT_NE(result.err.find("No space left"), std::string::npos) << result.err;
  EXPECT_TRUE(std::filesystem::is_empty(disk.path()));
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
