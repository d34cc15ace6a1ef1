// lmtune inspect, as a user runs it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/known_run.h"

namespace lmtune {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;
using testing::ProcessResult;
using testing::run_lmtune;

constexpr const char* kMultiply = R"(
__kernel void multiply(__global const float* a, __global float4* b, __global float* c,
                       __global int* spare, int n, float alpha) {
  __local float tile[TILE];
  const int x = get_global_id(0);
  tile[get_local_id(0)] = a[x];
  barrier(CLK_LOCAL_MEM_FENCE);
  float sum = 0.0f;
  for (int i = 0; i < n; ++i) sum += tile[i % TILE] * b[i].y;
  c[x] += alpha * sum;
}
)";

constexpr const char* kFixed = R"(
__kernel __attribute__((reqd_work_group_size(16, 8, 1)))
void fixed(__global const int* v, __constant float* table, __global float* w, __local int* room,
           uchar mode) {
  const int i = get_global_id(1) * get_global_size(0) + get_global_id(0);
  room[get_local_id(0)] = v[i];
  barrier(CLK_LOCAL_MEM_FENCE);
  w[i] = room[get_local_id(0)] + table[mode];
}
)";

class InspectCommand : public testing::FolderTest {
 protected:
  ProcessResult inspect(const std::string& text, std::vector<std::string> options = {}) const {
    options.insert(options.begin(), {"inspect", write("some.cl", text)});
    return run_lmtune(options);
  }
};

TEST_F(InspectCommand, ListsWhatEachKernelTakes) {
  const ProcessResult result = inspect(std::string(kMultiply) + kFixed, {"-D", "TILE=64"});
  ASSERT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(result.out, R"(kernel multiply
  declares 256 bytes of local memory
  __global float* a    only read: a possible target
  __global float4* b   only read: a possible target
  __global float* c    read and written
  __global int* spare  not used
  int n                scalar
  float alpha          scalar

kernel fixed
  requires work-groups of 16 x 8 x 1
  declares no local memory
  __global int* v          only read: a possible target
  __constant float* table  only read: in constant memory already
  __global float* w        only written
  __local int* room        read and written: local memory, its size is given at the launch
  uchar mode               scalar
)");
}

TEST_F(InspectCommand, OneKernelOnRequest) {
  const ProcessResult result =
      inspect(std::string(kMultiply) + kFixed, {"-DTILE=64", "--kernel", "fixed"});
  ASSERT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(result.out, AllOf(HasSubstr("kernel fixed"), Not(HasSubstr("multiply"))));
}

TEST_F(InspectCommand, IncludeFoldersAreSearched) {
  write("elsewhere/tile.h", "#define TILE 32\n");
  const std::string text = std::string("#include \"tile.h\"\n") + kMultiply;
  const ProcessResult result = inspect(text, {"-I", path("elsewhere").string()});
  ASSERT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(result.out, HasSubstr("128 bytes of local memory"));

  const ProcessResult missing = inspect(text);
  EXPECT_EQ(missing.exit_code, 3);
  EXPECT_THAT(missing.err, HasSubstr("name the folder of tile.h: -I FOLDER"));
}

TEST_F(InspectCommand, AMissingMacroIsNamed) {
  const ProcessResult result = inspect(kMultiply);
  EXPECT_EQ(result.exit_code, 3);
  EXPECT_EQ(result.out, "");
  EXPECT_THAT(result.err, AllOf(HasSubstr("some.cl:4:22"), HasSubstr("identifier 'TILE'"),
                                HasSubstr("define it: -DTILE=...")));
}

TEST_F(InspectCommand, BadFilesSayWhy) {
  ProcessResult result = inspect("__kernel void k(__global int* a) {\n  a[0] = ;\n}\n");
  EXPECT_EQ(result.exit_code, 3);
  EXPECT_THAT(result.err, AllOf(HasSubstr("some.cl:2:10"), HasSubstr("expected expression")));

  result = inspect("#ifdef WANTED\n__kernel void k(__global int* a) {}\n#endif\nint f(int i);\n");
  EXPECT_EQ(result.exit_code, 3);
  EXPECT_THAT(result.err, AllOf(HasSubstr("some.cl"), HasSubstr("holds no kernel")));

  result = run_lmtune({"inspect", path("none.cl").string()});
  EXPECT_EQ(result.exit_code, 3);
  EXPECT_THAT(result.err, HasSubstr("none.cl"));
}

TEST_F(InspectCommand, AnUnknownKernelListsThoseThereAre) {
  const ProcessResult result =
      inspect(std::string(kMultiply) + kFixed, {"-DTILE=64", "--kernel", "divide"});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_THAT(result.err, AllOf(HasSubstr("no kernel 'divide'"), HasSubstr("multiply, fixed")));
}

class CaseSkeleton : public InspectCommand {
 protected:
  /// The skeleton of the kernel in `text`, written beside it.
  std::string skeleton(const std::string& text, std::vector<std::string> options) const {
    options.push_back("--case");
    const ProcessResult result = inspect(text, options);
    EXPECT_EQ(result.exit_code, 0) << result.err;
    return write("some.json", result.out);
  }
};

TEST_F(CaseSkeleton, HoldsWhatTheCodeTells) {
  const std::string text = testing::slurp(skeleton(kMultiply, {"-DTILE=64"}));
  EXPECT_THAT(text, HasSubstr(R"("options": ["-DTILE=64"])"));
  EXPECT_THAT(text, HasSubstr(R"("target": "a")"));
  EXPECT_THAT(text,
              HasSubstr(R"({"name": "b", "buffer": "float4", "count": "n", "access": "read"})"));
  EXPECT_THAT(text,
              HasSubstr(R"("name": "c", "buffer": "float", "count": "n", "access": "read_write")"));
  EXPECT_THAT(text, HasSubstr(R"({"name": "n", "scalar": "int", "value": "n"})"));
  EXPECT_THAT(text, HasSubstr(R"({"name": "alpha", "scalar": "float", "value": 1})"));
  EXPECT_THAT(text, AllOf(Not(HasSubstr("cached\"")), Not(HasSubstr("\"staging\""))));
}

TEST_F(CaseSkeleton, FeaturesReadsIt) {
  const std::string device = path("device.jsonl").string();
  testing::write_run(device, testing::known_device(), {});
  const std::string json = skeleton(kMultiply, {"-DTILE=64"});
  const ProcessResult result = run_lmtune({"features", json, "--quick", "--device-like", device});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(result.out, HasSubstr("some/a[n=1024], target a"));
}

TEST_F(CaseSkeleton, KeepsTheRequiredWorkGroup) {
  const std::string json = skeleton(kFixed, {});
  EXPECT_THAT(testing::slurp(json), HasSubstr(R"("local": [16, 8])"));
  EXPECT_THAT(testing::slurp(json), HasSubstr(R"("local": "128 * 4")"));
  const ProcessResult result = run_lmtune({"measure", json, "--list"});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(result.out, "some/v[n=256]\n");
}

TEST_F(CaseSkeleton, OneKernelAtATime) {
  const ProcessResult result = inspect(std::string(kMultiply) + kFixed, {"-DTILE=64", "--case"});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_THAT(result.err, AllOf(HasSubstr("--kernel"), HasSubstr("multiply, fixed")));
  EXPECT_EQ(run_lmtune({"inspect", path("some.cl").string(), "--case", "--json"}).exit_code, 2);
}

TEST_F(CaseSkeleton, NothingToCacheIsAnError) {
  const ProcessResult result =
      inspect("__kernel void k(__global int* a, __global int* b) { a[0] += 1; }", {"--case"});
  EXPECT_EQ(result.exit_code, 3);
  EXPECT_THAT(result.err, HasSubstr("kernel 'k' has no array that could be cached"));
}

TEST_F(CaseSkeleton, WhatACaseCannotHoldIsAnError) {
  ProcessResult result = inspect(
      "__kernel void k(__global int* a, __global int* b, read_only image2d_t i) { b[0] = a[0]; }",
      {"--case"});
  EXPECT_EQ(result.exit_code, 3);
  EXPECT_THAT(result.err, HasSubstr("image2d_t i"));

  result = inspect("__kernel void k(__global int* a, __global int* b) { b[0] = a[0]; }",
                   {"--case", "-DTAPS={1,2}"});
  EXPECT_EQ(result.exit_code, 3);
  EXPECT_THAT(result.err, HasSubstr("'-DTAPS={1,2}' holds braces"));
}

TEST_F(InspectCommand, HelpEndsWithAnExample) {
  const ProcessResult result = run_lmtune({"inspect", "--help"});
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_THAT(result.out, HasSubstr("--kernel matmul --case > my.json"));
}

}  // namespace
}  // namespace lmtune
