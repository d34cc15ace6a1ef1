// lmtune predict, as a user runs it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>

#include "lmtune/core/feature_vector.h"
#include "support/known_run.h"

namespace lmtune {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;
using testing::ProcessResult;
using testing::run_lmtune;
using ::testing::StartsWith;

constexpr const char* kSource = R"(
__kernel void multiply(__global const float* a, __global float* b, __global float* c, int n, int k,
                       float alpha) {
  const int x = get_global_id(0);
  const int y = get_global_id(1);
  float sum = 0.0f;
  for (int i = 0; i < k; ++i) sum += a[y * k + i] * b[i * n + x];
  c[y * n + x] = alpha * sum;
}

__kernel void scale(__global const float* v, __global float* w, int scaled) {
  const int i = get_global_id(0);
  w[i] = scaled ? v[i] * 2.0f : (float)i;
}

__kernel __attribute__((reqd_work_group_size(64, 1, 1))) void fixed(__global const int* v,
                                                                    __global int* w,
                                                                    __local int* room) {
  room[get_local_id(0)] = v[get_global_id(0) + SHIFT];
  barrier(CLK_LOCAL_MEM_FENCE);
  w[get_global_id(0)] = room[get_local_id(0)];
}
)";

class PredictCommand : public testing::FolderTest {
 protected:
  static void SetUpTestSuite() {
    shared_ = std::make_unique<testing::TemporaryFolder>();
    std::vector<RunResult> results;
    for (const Benchmark& benchmark : testing::known_benchmarks(shared_->path(), "80")) {
      results.push_back(testing::known_result(benchmark));
    }
    const std::string run = (shared_->path() / "run.jsonl").string();
    testing::write_run(run, testing::known_device(), results);
    const ProcessResult trained = run_lmtune({"train", run, "-o", model()});
    if (trained.exit_code != 0) throw std::runtime_error(trained.err);
  }
  static void TearDownTestSuite() { shared_.reset(); }

  static std::string model() { return (shared_->path() / "model.json").string(); }
  static std::string campaign() { return (shared_->path() / "campaign.jsonl").string(); }

  /// Predicts for a kernel of kSource.
  ProcessResult predict(std::vector<std::string> options) const {
    std::vector<std::string> arguments{"predict", write("kernel.cl", kSource), "-m", model(), "-D",
                                       "SHIFT=3"};
    arguments.insert(arguments.end(), options.begin(), options.end());
    return run_lmtune(arguments);
  }
  ProcessResult multiply(const std::string& array, std::vector<std::string> options) const {
    options.insert(options.begin(),
                   {"--kernel", "multiply", "--array", array, "--global", "256,128"});
    return predict(options);
  }

  static std::unique_ptr<testing::TemporaryFolder> shared_;
};

std::unique_ptr<testing::TemporaryFolder> PredictCommand::shared_;

TEST_F(PredictCommand, AKernelByFlagsGetsAVerdictWithReasons) {
  const ProcessResult result =
      multiply("a", {"--local", "16,16", "--arg", "n=256", "--arg", "k=64"});
  ASSERT_EQ(result.exit_code, 0) << result.err;
  // The planner's copies are batched, which the model has learnt to be good.
  EXPECT_THAT(result.out, HasSubstr("cache 'a': "));
  EXPECT_THAT(result.out, HasSubstr(" % sure that staging it in local memory pays"));
  EXPECT_THAT(result.out, HasSubstr("so that its loads can be batched: yes: speaks for caching"));
  EXPECT_THAT(result.out, HasSubstr("of the 49152 bytes of local memory"));
  EXPECT_THAT(result.err, HasSubstr("assumed: float 'alpha' is 1"));
  EXPECT_THAT(result.err, HasSubstr("'a' has 8192 elements"));  // 128 rows of 64
}

TEST_F(PredictCommand, JsonHoldsEveryFeature) {
  const ProcessResult result = multiply(
      "b", {"--local", "32,4", "--arg", "n=256", "--arg", "k=64", "--arg", "alpha=2", "--json"});
  ASSERT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(result.out, StartsWith("{\n  \"format\": \"lmtune-prediction\""));
  EXPECT_THAT(result.out, HasSubstr("\"target\": \"b\""));
  EXPECT_THAT(result.out, HasSubstr("\"verdict\": \"cache\""));
  for (const FeatureInfo& info : feature_schema()) {
    EXPECT_THAT(result.out, HasSubstr(std::string(info.name) + "\","));
  }
  EXPECT_THAT(result.err, Not(HasSubstr("alpha")));
}

TEST_F(PredictCommand, ACampaignGetsAVerdictForEachBenchmark) {
  const ProcessResult result = run_lmtune({"predict", campaign(), "-m", model(), "--json"});
  ASSERT_EQ(result.exit_code, 0) << result.err;
  std::size_t found = 0;
  for (std::size_t at = 0; (at = result.out.find("\"verdict\"", at)) != std::string::npos; ++at) {
    ++found;
  }
  EXPECT_EQ(found, 80U);
}

TEST_F(PredictCommand, TheRequiredWorkGroupIsTaken) {
  const std::vector<std::string> options{"--kernel", "fixed", "--array", "v",
                                         "--global", "1024",  "--size",  "room=256"};
  const ProcessResult result = predict(options);
  ASSERT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(result.out, HasSubstr("local 64"));
  EXPECT_THAT(result.err, HasSubstr("'v' has 1027 elements"));
  EXPECT_THAT(result.err, HasSubstr("'v' holds zeros and ones"));

  std::vector<std::string> other = options;
  other.insert(other.end(), {"--local", "32"});
  const ProcessResult refused = predict(other);
  EXPECT_EQ(refused.exit_code, 3);
  EXPECT_THAT(refused.err, HasSubstr("requires 64,1,1"));
}

TEST_F(PredictCommand, TheOnlyKernelNeedsNoName) {
  const std::string file = write("shifted.cl", R"(
__kernel void shifted(__global const float* v, __global float* w, int4 by) {
  const int i = get_global_id(0);
  w[i] = v[i + by.z];
})");
  const auto predict_shifted = [&](const std::vector<std::string>& options) {
    std::vector<std::string> arguments{"predict", file, "-m", model(), "--local", "64"};
    arguments.insert(arguments.end(), options.begin(), options.end());
    return run_lmtune(arguments);
  };
  ProcessResult result = predict_shifted({"--global", "1024", "--arg", "by=1,2,3,4"});
  ASSERT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(result.out, HasSubstr(":shifted/v["));
  EXPECT_THAT(result.err, HasSubstr("'v' has 1027 elements"));

  result = predict_shifted({"--global", "1000", "--offset", "24", "--arg", "by=5"});
  ASSERT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(result.err, AllOf(HasSubstr("a remainder of 40 work-items"),
                                HasSubstr("'v' has 989 elements")));  // 960 + 24 + 5

  result = predict_shifted({"--global", "1024", "--arg", "by=1,2"});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_THAT(result.err, HasSubstr("2 values were given for 'by', which is of type int4"));

  result = predict_shifted({"--global", "1024", "--arg", "by=1", "--offset", "1,2"});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_THAT(result.err, HasSubstr("--offset: has 2 numbers"));
}

TEST_F(PredictCommand, UnknownNamesListWhatThereIs) {
  ProcessResult result = predict({"--kernel", "divide", "--array", "a"});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_THAT(result.err,
              AllOf(HasSubstr("no kernel 'divide'"), HasSubstr("multiply, scale, fixed")));

  result = multiply("d", {"--local", "16,16"});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_THAT(result.err, AllOf(HasSubstr("no array 'd'"), HasSubstr("a, b, c")));

  result = multiply("a", {"--local", "16,16", "--arg", "m=3"});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_THAT(result.err, AllOf(HasSubstr("no argument 'm'"), HasSubstr("a, b, c, n, k, alpha")));

  result = multiply("a", {"--local", "16,16", "--arg", "b=3"});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_THAT(result.err, AllOf(HasSubstr("'b' is an array"), HasSubstr("--size b=")));
}

TEST_F(PredictCommand, MissingArgumentsAreListed) {
  const ProcessResult result = multiply("a", {"--local", "16,16", "--arg", "n=256"});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_THAT(result.err, HasSubstr("takes integers that were not given: k (int)"));

  const ProcessResult local =
      predict({"--kernel", "fixed", "--array", "v", "--global", "64", "--local", "64"});
  EXPECT_EQ(local.exit_code, 2);
  EXPECT_THAT(local.err, HasSubstr("--size NAME=BYTES"));

  EXPECT_THAT(multiply("a", {"--arg", "n=256", "--arg", "k=64"}).err, HasSubstr("--local"));
  EXPECT_THAT(predict({}).err, AllOf(HasSubstr("--kernel"), HasSubstr("multiply")));
}

TEST_F(PredictCommand, AWrittenArrayIsNoTarget) {
  const ProcessResult result =
      multiply("c", {"--local", "16,16", "--arg", "n=256", "--arg", "k=64"});
  EXPECT_EQ(result.exit_code, 3);
  EXPECT_THAT(result.err, HasSubstr("'c' is written by the kernel"));
  EXPECT_THAT(result.err, HasSubstr("those are: a, b"));
}

TEST_F(PredictCommand, ATargetThatIsNeverLoaded) {
  const std::vector<std::string> options{"--kernel", "scale",   "--array", "v",     "--global",
                                         "1024",     "--local", "64",      "--arg", "scaled=0"};
  const ProcessResult result = predict(options);
  EXPECT_EQ(result.exit_code, 3);
  EXPECT_THAT(result.err, HasSubstr("never loads 'v'"));
}

TEST_F(PredictCommand, LaunchesThatDoNotFit) {
  const ProcessResult none = multiply("a", {"--local", "2,256", "--arg", "n=256", "--arg", "k=64"});
  EXPECT_EQ(none.exit_code, 3);
  EXPECT_THAT(none.err, HasSubstr("local size 256 does not divide global size 128"));

  const ProcessResult large =
      multiply("a", {"--local", "128,16", "--arg", "n=256", "--arg", "k=64"});
  EXPECT_EQ(large.exit_code, 3);
  EXPECT_THAT(large.err, HasSubstr("2048 work-items; Test GPU allows 1024"));

  const ProcessResult flat = multiply("a", {"--local", "64", "--arg", "n=256", "--arg", "k=64"});
  EXPECT_EQ(flat.exit_code, 2);
  EXPECT_THAT(flat.err, HasSubstr("the same number of sizes"));
}

TEST_F(PredictCommand, AKernelThatDoesNotCompileShowsTheCompilersMessage) {
  const std::string file =
      write("broken.cl", "__kernel void f(__global int* a) {\n  a[0] = nil;\n}\n");
  const ProcessResult result =
      run_lmtune({"predict", file, "-m", model(), "--kernel", "f", "--array", "a"});
  EXPECT_EQ(result.exit_code, 3);
  EXPECT_THAT(result.err, AllOf(HasSubstr("nil"), HasSubstr(":2:")));
}

TEST_F(PredictCommand, AModelOfAnotherSchemaIsRefused) {
  std::string text = testing::slurp(model());
  const std::string member = "\"feature_schema_version\": ";
  text.insert(text.find(member) + member.size(), "7");
  const ProcessResult result = run_lmtune({"predict", campaign(), "-m", write("old.json", text)});
  EXPECT_EQ(result.exit_code, 3);
  EXPECT_THAT(result.err, HasSubstr("is of feature schema 7"));
  EXPECT_THAT(result.err, HasSubstr("train the model again"));
}

TEST_F(PredictCommand, AModelOfAnotherDeviceIsRefused) {
  const ProcessResult result =
      run_lmtune({"predict", campaign(), "-m", model(), "--device", "pthread"});
  if (result.exit_code == 2) GTEST_SKIP() << "no PoCL device here: " << result.err;
  EXPECT_EQ(result.exit_code, 4);
  EXPECT_THAT(result.err, AllOf(HasSubstr("Test GPU"), HasSubstr("pthread")));
}

TEST_F(PredictCommand, HelpEndsWithAnExample) {
  const ProcessResult result = run_lmtune({"predict", "--help"});
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_THAT(result.out, HasSubstr("--kernel matmul --array a"));
}

}  // namespace
}  // namespace lmtune
