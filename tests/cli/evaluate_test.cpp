// lmtune evaluate, as a user runs it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/known_run.h"

namespace lmtune::testing {
namespace {

using ::testing::HasSubstr;

class EvaluateCommand : public FolderTest {
 protected:
  void SetUp() override {
    std::vector<RunResult> synthetic, real;
    for (const Benchmark& benchmark : known_benchmarks(path(""), "40")) {
      synthetic.push_back(known_result(benchmark));
    }
    const std::string seeds = path("seeds.jsonl");
    for (const char* family : {"transpose", "nbody"}) {
      const ProcessResult made =
          run_lmtune({"generate", "--cases", std::string(LMTUNE_SOURCE_DIR "/seeds/") + family,
                      "--quick", "-o", seeds});
      ASSERT_EQ(made.exit_code, 0) << made.err;
      for (const Benchmark& benchmark : read_campaign(seeds).benchmarks) {
        real.push_back(known_result(benchmark));
      }
    }
    write_run(path("synthetic.jsonl"), known_device(), synthetic);
    write_run(path("real.jsonl"), known_device(), real);
  }

  ProcessResult evaluate(const std::vector<std::string>& runs,
                         const std::string& output = "evaluation.json") {
    std::vector<std::string> words{"evaluate", "-o", path(output), "--rounds", "5",
                                   "--sizes",  "10", "--draws",    "1"};
    for (const std::string& run : runs) words.push_back(path(run));
    return run_lmtune(words);
  }
};

TEST_F(EvaluateCommand, WritesTheStudyAndATable) {
  const ProcessResult result = evaluate({"real.jsonl", "synthetic.jsonl"});
  ASSERT_EQ(result.exit_code, 0) << result.err;
  for (const char* part : {"always cache", "rule of thumb", "range + real", "nbody", "transpose"}) {
    EXPECT_THAT(result.out, HasSubstr(part));
  }
  const std::string first = slurp(path("evaluation.json"));
  EXPECT_THAT(first, HasSubstr("\"format\": \"lmtune-evaluation\""));
  ASSERT_EQ(evaluate({"real.jsonl", "synthetic.jsonl"}).exit_code, 0);
  EXPECT_EQ(slurp(path("evaluation.json")), first);
}

TEST_F(EvaluateCommand, SaysWhatIsWrong) {
  const ProcessResult result = evaluate({"synthetic.jsonl"});
  EXPECT_EQ(result.exit_code, 3);
  EXPECT_THAT(result.err, HasSubstr("run file of a seed set"));
  EXPECT_EQ(evaluate({"none.jsonl"}).exit_code, 3);
  EXPECT_EQ(evaluate({"real.jsonl"}, "no/such/folder.json").exit_code, 5);
  EXPECT_EQ(run_lmtune({"evaluate"}).exit_code, 2);
}

}  // namespace
}  // namespace lmtune::testing
