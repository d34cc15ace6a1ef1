#include "lmtune/io/run_file.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <limits>
#include <nlohmann/json.hpp>

#include "lmtune/base/error.h"
#include "lmtune/base/file.h"
#include "lmtune/template/synthetic_benchmark.h"
#include "lmtune/template/template_source.h"
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

RunResult synthetic_result() {
  RunResult result = example_result();
  TemplateParameters parameters;
  parameters.home = HomePattern::kRankK;
  parameters.trips_inner = parameters.chunk_inner = 24;
  result.benchmark = make_synthetic(parameters, template_source());
  result.benchmark.fills = {"matmul", "nbody"};
  result.measurement.benchmark_id = result.benchmark.id;
  return result;
}

TEST_F(RunFileTest, SyntheticBenchmarksComeBackFromTheirParameters) {
  const RunResult written = synthetic_result();
  const lmtune::Run run =
      read(format_run_header(example_header()) + '\n' + format_run_source(*template_source()) +
           '\n' + format_run_result(written) + '\n');
  ASSERT_EQ(run.results.size(), 1u);
  const Benchmark& back = run.results[0].benchmark;
  EXPECT_EQ(back.id, written.benchmark.id);
  EXPECT_EQ(back.values, written.benchmark.values);
  EXPECT_EQ(back.spec.options, written.benchmark.spec.options);
  EXPECT_EQ(back.spec.source, template_source());
  EXPECT_EQ(back.launch.global, written.benchmark.launch.global);
  EXPECT_EQ(back.plan, written.benchmark.plan);
  EXPECT_EQ(back.fills, written.benchmark.fills);
}

TEST_F(RunFileTest, EditedParametersAreNoticed) {
  std::string text = format_run_header(example_header()) + '\n' +
                     format_run_source(*template_source()) + '\n' +
                     format_run_result(synthetic_result()) + '\n';
  const std::size_t value = text.find("\"values\":[") + 10;
  text[value] = '1';
  EXPECT_THROW(read(text), Error);
}

// Measured with a template that did not have `exit_check` yet.
TEST_F(RunFileTest, RunsOfAnEarlierTemplateAreRead) {
  const auto older = std::make_shared<KernelSource>("templates/local_memory.cl", "// as it was\n");
  std::vector<std::string> names;
  std::vector<std::int64_t> values;
  const TemplateParameters parameters;
  for (std::size_t i = 0; i < parameter_names().size(); ++i) {
    if (parameter_names()[i] == "exit_check") continue;
    names.push_back(parameter_names()[i]);
    values.push_back(parameter_values(parameters)[i]);
  }
  const nlohmann::json source{{"source",
                               {{"hash", source_hash(*older)},
                                {"name", older->name},
                                {"parameters", names},
                                {"text", older->text}}}};
  const std::string id = synthetic_id(*older, names, values);
  const nlohmann::json row{
      {"result",
       {{"synthetic", {{"id", id}, {"source", source_hash(*older)}, {"values", values}}},
        {"measurement", {{"status", "runtime"}, {"build_ns", 1}}}}}};
  const lmtune::Run run =
      read(format_run_header(example_header()) + '\n' + source.dump() + '\n' + row.dump() + '\n');
  ASSERT_EQ(run.results.size(), 1u);
  EXPECT_EQ(run.results[0].benchmark.id, id);
  EXPECT_EQ(run.results[0].benchmark.values, to_values(parameters));
  EXPECT_EQ(run.results[0].benchmark.spec.source->text, older->text);
}

TEST_F(RunFileTest, OtherVersionsAreRefused) {
  std::string text = whole_run();
  const std::string version = "\"format_version\":2";
  text.replace(text.find(version), version.size(), "\"format_version\":1");
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
