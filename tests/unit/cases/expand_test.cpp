#include "lmtune/cases/expand.h"

#include <gtest/gtest.h>

#include <chrono>

#include "lmtune/io/case_json.h"
#include "support/case_fixture.h"

namespace lmtune {
namespace {

class ExpandCase : public CaseFixture {
 protected:
  std::vector<Benchmark> expand(const std::string& text, CaseSize size = CaseSize::kAll) const {
    return expand_case(read_case(write("case.json", text)), size);
  }

  void expect_error(const std::string& from, const std::string& to, const std::string& pointer,
                    const std::string& part) const {
    const Error error = error_of([&] { expand(case_text(from, to)); });
    EXPECT_EQ(error.kind(), ErrorKind::kInput);
    EXPECT_EQ(error.where().find((folder_ / "case.json").string() + "#" + pointer), 0u)
        << error.where();
    EXPECT_NE(std::string(error.what()).find(part), std::string::npos) << error.what();
  }
};

TEST_F(ExpandCase, MakesOneBenchmarkOfEachLaunchThatMeetsTheRequirements) {
  std::vector<std::string> names;
  for (const Benchmark& benchmark : expand(case_text())) names.push_back(benchmark.name);
  // 100 is no multiple of 16 or 32; the full set's first launch is the quick one again.
  EXPECT_EQ(names,
            (std::vector<std::string>{"copy/a[n=64 bx=16 tile=4]", "copy/a[n=64 bx=32 tile=8]",
                                      "copy/a[n=96 bx=16 tile=4]", "copy/a[n=96 bx=32 tile=8]"}));
}

TEST_F(ExpandCase, EvaluatesEverything) {
  const Benchmark benchmark = expand(case_text()).at(3);
  EXPECT_EQ(benchmark.id, benchmark_id(benchmark));
  EXPECT_EQ(benchmark.origin, Origin::kReal);
  EXPECT_EQ(benchmark.family, "copy");
  EXPECT_EQ(benchmark.target, "a");
  EXPECT_EQ(benchmark.values,
            (std::map<std::string, double>{
                {"n", 96}, {"bx", 32}, {"tile", 8}, {"bytes", 384}, {"twice", 768}}));
  EXPECT_EQ(benchmark.spec.options, std::vector<std::string>{"-DTILE=16"});
  EXPECT_EQ(benchmark.spec.cached->options, std::vector<std::string>{"-DCACHE_A"});
  const Launch& launch = benchmark.launch;
  EXPECT_EQ(launch.dimensions, 2u);
  EXPECT_EQ(launch.global, (std::array<std::uint64_t, 3>{96, 2, 1}));
  EXPECT_EQ(launch.local, (std::array<std::uint64_t, 3>{32, 1, 1}));
  ASSERT_EQ(launch.arguments.size(), 4u);
  const auto& a = std::get<BufferArgument>(launch.arguments[0].value);
  EXPECT_EQ(a.count, 192u);
  EXPECT_EQ(a.fill.low, -1);
  EXPECT_EQ(a.fill.high, 4);
  EXPECT_EQ(std::get<ScalarArgument>(launch.arguments[2].value).value, 96);
  EXPECT_EQ(std::get<LocalArgument>(launch.arguments[3].value).bytes, 384u);
  ASSERT_TRUE(benchmark.plan);
  EXPECT_EQ(benchmark.plan->regions, (std::vector<StagedRegion>{{1, 32}}));
  EXPECT_EQ(benchmark.plan->episodes, 1u);
  EXPECT_EQ(benchmark.plan->barriers_per_episode, 2u);
  EXPECT_EQ(benchmark.plan->local_bytes, 128u);
  EXPECT_EQ(benchmark.plan->copy_style, CopyStyle::kBatched);
}

TEST_F(ExpandCase, OffsetsMayBeLeftOut) {
  const Benchmark plain = expand(case_text()).at(3);
  EXPECT_EQ(plain.launch.offset, (std::array<std::uint64_t, 3>{0, 0, 0}));
  const Benchmark moved =
      expand(case_text("\"local\":", "\"offset\": [\"n / 2\", 7], \"local\":")).at(3);
  EXPECT_EQ(moved.launch.offset, (std::array<std::uint64_t, 3>{48, 7, 0}));
  EXPECT_NE(moved.id, plain.id);
  expect_error("\"local\":", "\"offset\": [1], \"local\":", "/offset", "lists 1 numbers");
}

TEST_F(ExpandCase, TakesTheQuickSetAlone) {
  EXPECT_EQ(expand(case_text(), CaseSize::kQuick).size(), 1u);
  const Error error =
      error_of([&] { expand(case_text("\"quick\"", "\"small\""), CaseSize::kQuick); });
  EXPECT_NE(std::string(error.what()).find("no launch set named \"quick\""), std::string::npos);
}

TEST_F(ExpandCase, SharesTheKernelSource) {
  const std::vector<Benchmark> benchmarks = expand(case_text());
  EXPECT_EQ(benchmarks.front().spec.source, benchmarks.back().spec.source);
  EXPECT_EQ(benchmarks.front().spec.source->name, (folder_ / "copy.cl").string());
}

TEST_F(ExpandCase, DefinitionsSeeOnlyThoseBefore) {
  expect_error("\"n * 4\"", "\"twice * 4\"", "/let/bytes", "unknown name \"twice\"");
  expect_error("\"twice\":", "\"n\":", "/let/n", "already a named value");
}

TEST_F(ExpandCase, PointsAtTheWrongExpression) {
  expect_error("\"n * 2\"", "\"n * 2.3\"", "/arguments/0/count", "no whole number");
  expect_error("\"n * 2\"", "\"rows\"", "/arguments/0/count", "known values: n, bx, tile, bytes");
  expect_error("\"value\": \"n\"", "\"value\": \"n / 128\"", "/arguments/2/value", "0.5, no int");
  expect_error("\"value\": \"n\"", "\"value\": 3e9", "/arguments/2/value", "no int");
  expect_error("\"bx * 4\"", "\"bx *\"", "/staging/local_bytes", "malformed");
  expect_error("{tile * 2}", "{tail}", "/kernel/options/0", "unknown name \"tail\"");
  expect_error("-DCACHE_A", "-DCACHE_A={a}", "/kernel/cached/options/0", "unknown name \"a\"");
  expect_error("\"high\"", "\"divisor\": 0, \"high\"", "/arguments/0/fill/divisor", "1 or more");
  expect_error("n % bx == 0", "n %% bx", "/require/0", "malformed");
  expect_error("n % bx == 0", "0", "/require", "leaves out every launch");
  expect_error("\"n\": [64]", "\"max\": [64]", "/launches/0/values", "name of a function");
}

TEST_F(ExpandCase, ChecksEveryLaunch) {
  expect_error("n % bx == 0", "1", "/local: copy/a[n=100 bx=16 tile=4]",
               "local size 16 does not divide global size 100");
}

TEST_F(ExpandCase, StopsAtTheFirstRequirementThatIsNotMet) {
  const std::string guarded =
      case_text("[\"n % bx == 0\"]", "[\"n % bx == 0\", \"n != 96\", \"1 % (n - 96) >= 0\"]");
  EXPECT_EQ(expand(guarded).size(), 2u);
}

TEST_F(ExpandCase, NamesAKernelFileThatIsMissing) {
  const Error error = error_of([&] { expand(case_text("copy.cl", "none.cl")); });
  EXPECT_EQ(error.where(), (folder_ / "none.cl").string());
}

TEST_F(ExpandCase, ExpandsThousandsOfLaunchesInWellUnderASecond) {
  std::string sizes = "\"n\": [32";
  for (int i = 2; i <= 2500; ++i) sizes += ", " + std::to_string(32 * i);
  const std::string text = case_text("\"n\": [64, 96, 100", sizes);
  const auto start = std::chrono::steady_clock::now();
  EXPECT_EQ(expand(text).size(), 5000u);
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(1));
}

}  // namespace
}  // namespace lmtune
