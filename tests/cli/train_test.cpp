// lmtune train, as a user runs it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "lmtune/io/model_json.h"
#include "support/known_run.h"

namespace lmtune {
namespace {

using ::testing::HasSubstr;
using testing::ProcessResult;
using testing::run_lmtune;

class TrainCommand : public testing::FolderTest {
 protected:
  static const std::vector<Benchmark>& benchmarks() {
    static const testing::TemporaryFolder folder;
    static const std::vector<Benchmark> all = testing::known_benchmarks(folder.path(), "80");
    return all;
  }
  static std::vector<RunResult> results() {
    std::vector<RunResult> all;
    for (const Benchmark& benchmark : benchmarks()) all.push_back(testing::known_result(benchmark));
    return all;
  }
  std::string write_run(const std::string& name, const std::vector<RunResult>& some,
                        const DeviceInfo& device = testing::known_device()) const {
    testing::write_run(path(name), device, some);
    return path(name).string();
  }
  std::string model() const { return path("model.json").string(); }
};

TEST_F(TrainCommand, WritesAModelAndSaysHowGoodItIs) {
  const ProcessResult result =
      run_lmtune({"train", write_run("run.jsonl", results()), "-o", model()});
  ASSERT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(result.out, HasSubstr("from 80 samples of"));
  EXPECT_THAT(result.out, HasSubstr("80 synthetic, 0 real"));
  EXPECT_THAT(result.out, HasSubstr("always cache"));
  EXPECT_THAT(result.out, HasSubstr("never cache"));
  const ModelFile file = read_model(model());
  EXPECT_EQ(file.device, testing::known_device());
  EXPECT_EQ(file.training.samples, 80U);
  EXPECT_EQ(file.training.decisive, 80U);
  EXPECT_EQ(file.training.runs.size(), 1U);
  EXPECT_GT(file.evaluation.accuracy, 0.95);
  EXPECT_LT(file.evaluation.always_accuracy, 0.8);
}

TEST_F(TrainCommand, IsDeterministic) {
  const std::string run = write_run("run.jsonl", results());
  ASSERT_EQ(run_lmtune({"train", run, "-o", path("a.json"), "--seed", "3", "-j1"}).exit_code, 0);
  ASSERT_EQ(run_lmtune({"train", run, "-o", path("b.json"), "--seed", "3", "-j3"}).exit_code, 0);
  EXPECT_EQ(testing::slurp(path("a.json")), testing::slurp(path("b.json")));
}

TEST_F(TrainCommand, LeavesOutWhatIsNotCorrectAndSaysWhy) {
  std::vector<RunResult> some = results();
  some[0].measurement.status = Status::kTimeout;
  some[1].measurement.status = Status::kCorrectness;
  some.push_back(some[2]);
  const ProcessResult result =
      run_lmtune({"train", write_run("run.jsonl", some), "-o", model(), "--json"});
  ASSERT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(result.out, HasSubstr("\"status timeout\": 1"));
  EXPECT_THAT(result.out, HasSubstr("\"status correctness\": 1"));
  EXPECT_THAT(result.out, HasSubstr("\"measured before\": 1"));
  EXPECT_THAT(result.out, HasSubstr("\"samples\": 78"));
  EXPECT_EQ(result.out.front(), '{');
}

TEST_F(TrainCommand, JoinsRunsOfOneDevice) {
  const std::vector<RunResult> all = results();
  const std::string one = write_run("one.jsonl", {all.begin(), all.begin() + 40});
  const std::string two = write_run("two.jsonl", {all.begin() + 40, all.end()});
  ASSERT_EQ(run_lmtune({"train", one, two, "-o", model()}).exit_code, 0);
  EXPECT_EQ(read_model(model()).training.samples, 80U);
  EXPECT_EQ(read_model(model()).training.runs.size(), 2U);
}

TEST_F(TrainCommand, RefusesRunsOfTwoDevices) {
  DeviceInfo other = testing::known_device();
  other.name = "Other GPU";
  const std::string one = write_run("one.jsonl", results());
  const std::string two = write_run("two.jsonl", results(), other);
  const ProcessResult result = run_lmtune({"train", one, two, "-o", model()});
  EXPECT_EQ(result.exit_code, 3);
  EXPECT_THAT(result.err, HasSubstr("Other GPU"));
  EXPECT_THAT(result.err, HasSubstr("Test GPU"));
  EXPECT_FALSE(std::filesystem::exists(model()));
}

TEST_F(TrainCommand, DropsATornLastLineWithAWarning) {
  const std::string run = write_run("run.jsonl", results());
  std::filesystem::resize_file(run, std::filesystem::file_size(run) - 10);
  const ProcessResult result = run_lmtune({"train", run, "-o", model()});
  ASSERT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(result.err, HasSubstr("last line is incomplete"));
  EXPECT_EQ(read_model(model()).training.samples, 79U);
}

TEST_F(TrainCommand, OneClassIsNotEnough) {
  std::vector<RunResult> some = results();
  for (RunResult& result : some) result.measurement.speedup = 1.5;
  const ProcessResult result = run_lmtune({"train", write_run("run.jsonl", some), "-o", model()});
  EXPECT_EQ(result.exit_code, 3);
  EXPECT_THAT(result.err, HasSubstr("80 of all 80"));
}

TEST_F(TrainCommand, NothingUsableSaysWhy) {
  std::vector<RunResult> some = results();
  some.resize(3);
  for (RunResult& result : some) result.measurement.status = Status::kCompile;
  const ProcessResult result = run_lmtune({"train", write_run("run.jsonl", some), "-o", model()});
  EXPECT_EQ(result.exit_code, 3);
  EXPECT_THAT(result.err, HasSubstr("holds no result to train from"));
  EXPECT_THAT(result.err, HasSubstr("3 (status compile)"));
}

TEST_F(TrainCommand, AnUnwritableOutputIsFoundBeforeTheRunIsRead) {
  const ProcessResult result =
      run_lmtune({"train", path("missing.jsonl"), "-o", path("no/such/folder/model.json")});
  EXPECT_EQ(result.exit_code, 5);
}

TEST_F(TrainCommand, AFailureLeavesTheOldModel) {
  write("model.json", "old");
  EXPECT_EQ(run_lmtune({"train", path("missing.jsonl"), "-o", model()}).exit_code, 3);
  EXPECT_EQ(testing::slurp(model()), "old");
}

TEST_F(TrainCommand, RefusesACampaign) {
  const std::string campaign =
      write("campaign.jsonl", R"({"format":"lmtune-campaign","format_version":1})"
                              "\n");
  const ProcessResult result = run_lmtune({"train", campaign, "-o", model()});
  EXPECT_EQ(result.exit_code, 3);
  EXPECT_THAT(result.err, HasSubstr("is not an lmtune run file"));
}

TEST_F(TrainCommand, HelpEndsWithAnExample) {
  const ProcessResult result = run_lmtune({"train", "--help"});
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_THAT(result.out, HasSubstr("lmtune train run.jsonl -o model.json"));
}

}  // namespace
}  // namespace lmtune
