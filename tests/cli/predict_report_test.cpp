// What lmtune predict says beside single predictions: rankings, sweeps, measurements, expectations.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>

#include "support/known_run.h"
#include "support/measure_fixture.h"

namespace lmtune {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;
using testing::ProcessResult;
using testing::run_lmtune;

// `left` and `right` are staged whole, as nobody knows what `index` holds: each of 32 KiB fits
// alone, both do not.
constexpr const char* kSource = R"(
__kernel void join(__global const float* left, __global const float* right,
                   __global const int* index, __global float* result, __constant float* scale,
                   __global float* spare) {
  const int k = index[get_global_id(0)];
  result[get_global_id(0)] = left[k] * right[k] * scale[0];
}

__kernel void look_up(__global const float* table, __global const int* index,
                      __global float* result) {
  result[get_global_id(0)] = table[index[get_global_id(0)]];
}

__kernel void rows(__global const float* a, __global float* b, int k) {
  float sum = 0.0f;
  for (int i = 0; i < k; ++i) sum += a[get_global_id(1) * k + i];
  b[get_global_id(1) * get_global_size(0) + get_global_id(0)] = sum;
}

__kernel void rows_of(__global const float* a, __global float* b) {
  __local float tile[64];
  tile[get_local_id(0)] = a[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  b[get_global_id(0)] = tile[get_local_id(0) ^ 1];
}

__kernel void prefix(__global const float* a, __global float* b) {
  float sum = 0.0f;
  for (int i = 0; i <= get_global_id(0); ++i) sum += a[i];
  b[get_global_id(0)] = sum;
}

__kernel void put_ones(__global float* b) { b[get_global_id(0)] = 1.0f; }
)";

class PredictReport : public testing::FolderTest {
 protected:
  static void SetUpTestSuite() {
    shared_ = std::make_unique<testing::TemporaryFolder>();
    train(testing::known_device(), model());
  }
  static void TearDownTestSuite() { shared_.reset(); }

  /// A model for which staging pays, as the planner's plans are all batched.
  static void train(const DeviceInfo& device, const std::string& path) {
    std::vector<RunResult> results;
    for (const Benchmark& benchmark : testing::known_benchmarks(shared_->path(), "80")) {
      results.push_back(testing::known_result(benchmark));
    }
    const std::string run = path + ".run.jsonl";
    testing::write_run(run, device, results);
    const ProcessResult trained = run_lmtune({"train", run, "-o", path});
    if (trained.exit_code != 0) throw std::runtime_error(trained.err);
  }

  static std::string model() { return (shared_->path() / "model.json").string(); }

  ProcessResult predict(std::vector<std::string> options) const {
    options.insert(options.begin(), {"predict", write("kernel.cl", kSource), "-m", model()});
    return run_lmtune(options);
  }
  ProcessResult rows(std::vector<std::string> options) const {
    options.insert(options.begin(),
                   {"--kernel", "rows", "--global", "96,64", "--local", "16,16", "--arg", "k=64"});
    return predict(options);
  }

  ProcessResult join(std::vector<std::string> options) const {
    options.insert(options.begin(), {"--kernel", "join", "--global", "4096", "--local", "64",
                                     "--size", "left=8192", "--size", "right=8192"});
    return predict(options);
  }

  static std::unique_ptr<testing::TemporaryFolder> shared_;
};

std::unique_ptr<testing::TemporaryFolder> PredictReport::shared_;

TEST_F(PredictReport, WithoutAnArrayAllAreRanked) {
  const ProcessResult result = join({});
  ASSERT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(result.out, AllOf(HasSubstr("\n1. "), HasSubstr("\n3. "), Not(HasSubstr("\n4. "))));
  EXPECT_THAT(result.out, HasSubstr("cannot be cached: 'result' is written by the kernel\n"));
  EXPECT_THAT(result.out, HasSubstr("cannot be cached: 'scale' is in constant memory already\n"));
  EXPECT_THAT(result.out, HasSubstr("cannot be cached: 'spare' is not used by the kernel\n"));
  EXPECT_THAT(result.out, Not(HasSubstr("\x1b")));
}

TEST_F(PredictReport, ArraysThatDoNotFitTogetherExcludeEachOther) {
  const ProcessResult result = join({});
  ASSERT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(result.out,
              HasSubstr("'left' and 'right' exclude each other: with both plans a work-group takes "
                        "65536 bytes of local memory, of 49152\n"));
  EXPECT_THAT(result.out, Not(HasSubstr("'index' exclude")));
  EXPECT_THAT(join({"--json"}).out, HasSubstr("\"local_bytes\": 65536\n"));
}

TEST_F(PredictReport, AKernelWithoutTargetsSaysWhy) {
  const ProcessResult result = predict({"--kernel", "put_ones", "--global", "64", "--local", "64"});
  EXPECT_EQ(result.exit_code, 3);
  EXPECT_THAT(result.err, HasSubstr("no array that could be cached: 'b' is written"));
}

TEST_F(PredictReport, ScatteredIndicesFromDataNeedTheWholeArray) {
  const std::vector<std::string> look_up{"--kernel", "look_up", "--array", "table",
                                         "--global", "4096",    "--local", "64"};
  std::vector<std::string> large = look_up;
  large.insert(large.end(), {"--size", "table=100000"});
  const ProcessResult refused = predict(large);
  EXPECT_EQ(refused.exit_code, 3);
  EXPECT_THAT(refused.err,
              AllOf(HasSubstr("data-dependent and scattered"), HasSubstr("400000 bytes"),
                    HasSubstr("49152"), HasSubstr("only where it fits as a whole")));

  std::vector<std::string> small = look_up;
  small.insert(small.end(), {"--size", "table=256"});
  const ProcessResult result = predict(small);
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(result.out, HasSubstr("staging: 256 contiguous elements, once"));
}

TEST_F(PredictReport, PlansWithDivergentBarriersAreSaid) {
  const ProcessResult result =
      predict({"--kernel", "prefix", "--array", "a", "--global", "128", "--local", "64"});
  ASSERT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(result.out, HasSubstr("elements, once a work-group"));
  EXPECT_THAT(result.out,
              HasSubstr("  not staged in chunks: the barriers would be inside divergent "
                        "control flow: work-items load 'a' 65 to 128 times\n"));
}

TEST_F(PredictReport, ASweepPredictsOtherWorkGroups) {
  const ProcessResult result = rows({"--array", "a", "--sweep-local"});
  ASSERT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(result.out, AllOf(HasSubstr("other work-groups: "), HasSubstr("resident groups\n"),
                                HasSubstr("* 16x16  "), HasSubstr(" 32x2  ")));
  // 64 does not divide 96; 32 x 64 work-items are too many; 8 x 2 too few.
  EXPECT_THAT(result.out,
              AllOf(Not(HasSubstr(" 64x")), Not(HasSubstr("x64 ")), Not(HasSubstr(" 8x2 "))));
  EXPECT_THAT(rows({"--array", "a"}).out, Not(HasSubstr("other work-groups")));
}

TEST_F(PredictReport, ASweepIsRefusedWhereTheCodeIsMadeForOneShape) {
  EXPECT_THAT(rows({"--array", "a", "--sweep-local", "-D", "TILE=16"}).out,
              HasSubstr("not predicted: -DTILE=16 is as large as the work-groups of 16 x 16"));
  const ProcessResult local = predict(
      {"--kernel", "rows_of", "--array", "a", "--global", "128", "--local", "64", "--sweep-local"});
  EXPECT_EQ(local.exit_code, 0) << local.err;
  EXPECT_THAT(local.out, HasSubstr("has local memory of its own"));
  EXPECT_THAT(local.out, Not(HasSubstr("resident groups")));
}

TEST_F(PredictReport, AnotherAdviceThanExpectedHasItsExitCode) {
  EXPECT_EQ(rows({"--array", "a", "--expect", "cache"}).exit_code, 0);
  const ProcessResult other = rows({"--array", "a", "--expect", "leave"});
  EXPECT_EQ(other.exit_code, 6);
  EXPECT_THAT(other.err, HasSubstr("the advice is not 'leave'"));
  EXPECT_THAT(other.out, HasSubstr("cache 'a'"));
  const ProcessResult which = rows({"--expect", "cache"});
  EXPECT_EQ(which.exit_code, 2);
  EXPECT_THAT(which.err, HasSubstr("--array"));
  EXPECT_EQ(rows({"--array", "a", "--expect", "maybe"}).exit_code, 2);
}

class PredictMeasured : public PredictReport {
 protected:
  /// A case of sum.cl that has both variants, and a model for the device that measures it.
  void SetUp() override {
    write("sum.cl", testing::kKernel);
    case_ = write("sum.json", testing::kCase);
    const std::string run = path("one.jsonl").string();
    const ProcessResult measured =
        run_lmtune({"measure", case_, "--quick", "--quick-protocol", "-o", run});
    if (measured.exit_code == 4) GTEST_SKIP() << "no OpenCL device: " << measured.err;
    ASSERT_EQ(measured.exit_code, 0) << measured.err;
    model_ = path("device.json").string();
    train(read_run(run, TornLine::kReject).header.device, model_);
  }

  ProcessResult measure(std::vector<std::string> options) const {
    options.insert(options.begin(),
                   {"predict", case_, "-m", model_, "--quick", "--measure", "--quick-protocol"});
    return run_lmtune(options);
  }

  std::string case_, model_;
};

TEST_F(PredictMeasured, PrintsPredictedBesideMeasured) {
  const ProcessResult result = measure({});
  ASSERT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(result.out, AllOf(HasSubstr("sum/a[n=16]"), HasSubstr("  measured: speedup ")));
}

TEST_F(PredictMeasured, AppendKeepsTheResultAsTrainingData) {
  const std::string run = path("run.jsonl").string();
  ASSERT_EQ(measure({"--append", run}).exit_code, 0);
  const lmtune::Run kept = read_run(run, TornLine::kReject);
  ASSERT_EQ(kept.results.size(), 1u);
  EXPECT_EQ(kept.results.front().benchmark.name, "sum/a[n=16]");
  // What is there is not measured again.
  const ProcessResult again = measure({"--append", run, "--json"});
  EXPECT_EQ(again.exit_code, 0) << again.err;
  EXPECT_THAT(again.out, HasSubstr("\"status\": \"correct\""));
  EXPECT_EQ(read_run(run, TornLine::kReject).results.size(), 1u);
}

TEST_F(PredictMeasured, ACaseWithoutACachedVariantCannotBeMeasured) {
  case_ = write("base.json", testing::replaced(testing::kCase, R"("options": []},
    "cached": {"entry_point": "sum", "options": ["-DCACHED"]})",
                                               R"("options": []})"));
  const ProcessResult result = measure({});
  EXPECT_EQ(result.exit_code, 3);
  EXPECT_THAT(result.err, HasSubstr("has no cached variant"));
}

TEST_F(PredictMeasured, AModelOfAnotherDeviceIsNotMeasured) {
  model_ = model();
  const ProcessResult result = measure({});
  EXPECT_EQ(result.exit_code, 4);
  EXPECT_THAT(result.err, HasSubstr("is a model of Test GPU"));
}

TEST_F(PredictMeasured, BadRunFiles) {
  EXPECT_EQ(measure({"--append", "/nonexistent/run.jsonl"}).exit_code, 5);
  const ProcessResult alone = run_lmtune({"predict", case_, "-m", model_, "--append", "run.jsonl"});
  EXPECT_EQ(alone.exit_code, 2);
  EXPECT_THAT(alone.err, HasSubstr("--measure"));
}

}  // namespace
}  // namespace lmtune
