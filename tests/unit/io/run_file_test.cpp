#include "lmtune/io/run_file.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <limits>

#include "lmtune/base/error.h"
#include "lmtune/base/file.h"
#include "unit/io/example_benchmark.h"

namespace lmtune {
namespace {

RunHeader example_header() {
  RunHeader header{"0.1.0", {}, {{"max_pairs", 15.0}}};
  header.device.platform = "Portable Computing Language";
  header.device.name = "cpu";
  header.device.local_type = LocalMemoryType::kGlobal;
  header.device.max_item_sizes = {4096, 4096, 64};
  return header;
}

RunResult example_result() {
  RunResult result{example_benchmark(), {}};
  Measurement& m = result.measurement;
  m.benchmark_id = result.benchmark.id;
  m.launches_per_sample = 3;
  m.baseline_ns = {1'000'000'007, 999};
  m.cached_ns = {500, 501};
  m.build_ns = 12345;
  m.speedup = 1.25;
  m.speedup_low = 1.2;
  m.speedup_high = 1.3;
  return result;
}

class RunFileTest : public testing::Test {
 protected:
  lmtune::Run read(const std::string& text, TornLine torn = TornLine::kReject) {
    write_file_atomically(path_, text);
    return read_run(path_, torn);
  }

  std::string whole_run() const {
    return format_run_header(example_header()) + '\n' +
           format_run_source(*example_benchmark().spec.source) + '\n' +
           format_run_started(example_benchmark().id) + '\n' + format_run_result(example_result()) +
           '\n';
  }

  // Tests run side by side.
  std::string path_ = testing::TempDir() + "run_file_test." + std::to_string(::getpid());
};

TEST_F(RunFileTest, RoundTrip) {
  const lmtune::Run run = read(whole_run());
  EXPECT_EQ(run.header, example_header());
  ASSERT_EQ(run.results.size(), 1u);
  EXPECT_EQ(run.results[0].measurement, example_result().measurement);
  EXPECT_EQ(format_run_result(run.results[0]), format_run_result(example_result()));
  EXPECT_TRUE(run.started.empty());
  EXPECT_FALSE(run.torn);
}

TEST_F(RunFileTest, FailuresKeepStatusAndReason) {
  RunResult result = example_result();
  result.measurement = Measurement{};
  result.measurement.benchmark_id = result.benchmark.id;
  result.measurement.status = Status::kCorrectness;
  result.measurement.reason = "results differ";
  result.measurement.max_difference = std::numeric_limits<double>::infinity();
  const lmtune::Run run = read(format_run_header(example_header()) + '\n' +
                               format_run_source(*result.benchmark.spec.source) + '\n' +
                               format_run_result(result) + '\n');
  EXPECT_EQ(run.results.at(0).measurement, result.measurement);
}

TEST_F(RunFileTest, AReasonThatIsNoUtf8DoesNotCostTheLine) {
  RunResult result = example_result();
  result.measurement = Measurement{};
  result.measurement.status = Status::kCompile;
  result.measurement.reason = "caf\xe9";
  EXPECT_NE(format_run_result(result).find("caf\xef\xbf\xbd"), std::string::npos);
}

TEST_F(RunFileTest, ATornLastLineIsRejectedOrDropped) {
  const std::string text = whole_run();
  const std::string torn = text.substr(0, text.size() - 30);
  try {
    read(torn);
    FAIL();
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find(":4: the last line is incomplete"), std::string::npos)
        << error.what();
  }
  const lmtune::Run run = read(torn, TornLine::kDrop);
  EXPECT_TRUE(run.torn);
  EXPECT_TRUE(run.results.empty());
  EXPECT_EQ(run.started.at(example_benchmark().id), 1u);
  EXPECT_EQ(torn.substr(0, run.valid_bytes).back(), '\n');
}

TEST_F(RunFileTest, OtherVersionsAreRefused) {
  std::string text = whole_run();
  const std::string version = "\"format_version\":1";
  text.replace(text.find(version), version.size(), "\"format_version\":2");
  EXPECT_THROW(read(text), Error);
}

TEST_F(RunFileTest, ABenchmarkWithoutItsSourceIsRefused) {
  const std::string text =
      format_run_header(example_header()) + '\n' + format_run_result(example_result()) + '\n';
  try {
    read(text);
    FAIL();
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find(":2#/result/benchmark/kernel/source"),
              std::string::npos)
        << error.what();
  }
}

}  // namespace
}  // namespace lmtune
