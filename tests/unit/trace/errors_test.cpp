// What the tracer says where it cannot trace, and the problems that it finds in kernels.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "lmtune/base/child_process.h"
#include "trace_support.h"

namespace lmtune {
namespace {

const Sizes kOneGroup{{64}, {64}};

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

#define EXPECT_CONTAINS(text, part) EXPECT_TRUE(contains(text, part)) << (text)

Benchmark simple(const std::string& text) {
  return benchmark_of_text("some/scale.cl", text, "scale", kOneGroup, {buffer("a", "float", 64)});
}

TEST(TraceErrors, MissingMacro) {
  const Error error =
      error_of(simple("// first line\n"
                      "__kernel void scale(__global float* a) {\n"
                      "  __local REAL tile[TILE];\n"
                      "  a[0] = tile[0];\n"
                      "}\n"));
  EXPECT_EQ(error.kind(), ErrorKind::kInput);
  EXPECT_EQ(error.where(), "some/scale.cl:3:11");
  EXPECT_CONTAINS(error.problem(), "error: unknown type name 'REAL'");
  EXPECT_CONTAINS(error.problem(),
                  "some/scale.cl:3:21: error: use of undeclared identifier 'TILE'");
  EXPECT_EQ(error.remedy(), "define them: -DTILE=... -DREAL=...");
}

TEST(TraceErrors, MisspelledVariable) {
  const Error error = error_of(simple("__kernel void scale(__global float* a) { a[0] = bias; }"));
  EXPECT_EQ(error.problem(), "error: use of undeclared identifier 'bias'");
  EXPECT_EQ(error.remedy(), "");
}

TEST(TraceErrors, MissingHeader) {
  const Error error = error_of(simple("#include \"common.h\"\n__kernel void scale() {}"));
  EXPECT_EQ(error.where(), "some/scale.cl:1:10");
  EXPECT_CONTAINS(error.remedy(), "common.h: -I FOLDER");
}

TEST(TraceErrors, UnknownEntryPoint) {
  const Error error = error_of(benchmark_of_file("faulty.cl", "rasy", kOneGroup, {}));
  EXPECT_EQ(error.kind(), ErrorKind::kInput);
  EXPECT_CONTAINS(error.problem(), "has no kernel 'rasy'");
  EXPECT_EQ(error.remedy(),
            "its kernels: racy, past_the_end, before_the_start, endless, picky, images");
}

TEST(TraceErrors, ArgumentsThatDoNotFit) {
  const auto error = [](std::vector<Argument> arguments) {
    return error_of(benchmark_of_file("dense.cl", "sum_rows", kOneGroup, std::move(arguments)));
  };
  const Argument a = buffer("a", "float", 64);
  const Argument out = buffer("out", "float", 64);
  const Error count = error({a, out});
  EXPECT_CONTAINS(count.problem(), "has 3 parameters, and the launch gives 2 arguments");
  EXPECT_CONTAINS(count.remedy(), "sum_rows(__global float* a, __global float* out, int n)");
  EXPECT_CONTAINS(error({out, a, scalar("n", "int", 1)}).problem(),
                  "parameter 1 is named 'a', and the launch's argument 'out'");
  EXPECT_CONTAINS(
      error({a, local("out", 4), scalar("n", "int", 1)}).problem(),
      "parameter 'out' is a buffer of type float (4 bytes), and the launch gives local");
  EXPECT_CONTAINS(error({a, out, scalar("n", "long", 1)}).problem(),
                  "is a scalar of type int (4 bytes), and the launch gives a scalar of type long "
                  "(8 bytes)");
}

TEST(TraceErrors, Images) {
  const Error error = error_of(benchmark_of_file(
      "faulty.cl", "images", kOneGroup,
      {buffer("image", "float", 64), scalar("sampler", "int", 0), buffer("out", "float", 64)}));
  EXPECT_CONTAINS(error.problem(),
                  "parameter 'image' is a image of type image2d_t (0 bytes), and "
                  "the launch gives a buffer of float");
}

TEST(TraceErrors, WorkGroupsThatDoNotFit) {
  const Benchmark picky =
      benchmark_of_file("faulty.cl", "picky", kOneGroup, {buffer("out", "float", 64)});
  EXPECT_CONTAINS(error_of(picky).problem(), "requires work-groups of 8 x 4 x 1");
  EXPECT_CONTAINS(error_of(picky).remedy(), "the launch has 64 x 1 x 1");

  const Benchmark too_large = benchmark_of_file(
      "faulty.cl", "racy", {{50}, {64}}, {buffer("in", "float", 100), buffer("out", "float", 100)});
  EXPECT_CONTAINS(error_of(too_large).problem(), "local size 64 does not divide global size 50");

  const Benchmark racy =
      benchmark_of_file("faulty.cl", "racy", {{128}, {64}},
                        {buffer("in", "float", 128), buffer("out", "float", 128)});
  EXPECT_CONTAINS(error_of(racy, options_for_group({2, 0, 0})).problem(),
                  "there is no work-group 2 in dimension 0");
}

TEST(TraceErrors, InstructionBudget) {
  TraceOptions options = options_for_group({0, 0, 0});
  options.max_instructions = 10000;
  const Error error = error_of(
      benchmark_of_file("faulty.cl", "endless", kOneGroup, {buffer("out", "float", 64)}), options);
  EXPECT_EQ(error.kind(), ErrorKind::kInput);
  EXPECT_CONTAINS(error.problem(), "takes more than 10000 interpreted instructions");
}

TEST(TraceErrors, WhatTheInterpreterDoesNotKnow) {
  Benchmark newer = simple("__kernel void scale(__global float* a) { a[0] = newest(1.0f); }");
  newer.spec.options = {"-cl-std=CL3.0"};
  EXPECT_CONTAINS(error_of(newer).remedy(), "not what OpenCL C 3.0 adds: newest");

  Benchmark generic = simple(R"(
    __attribute__((noinline)) float first(float* p) { return p[get_local_id(0)]; }
    __kernel void scale(__global float* a) {
      __local float tile[64];
      tile[get_local_id(0)] = a[0];
      float* either = get_global_id(0) & 1 ? (float*)a : (float*)tile;
      a[1] = first(either);
    })");
  generic.spec.options = {"-cl-std=CL2.0"};
  EXPECT_CONTAINS(error_of(generic).problem(), "does not know the generic address space");

  const Error half =
      error_of(simple("#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n"
                      "__kernel void scale(__global float* a) {\n"
                      "  __global half* h = (__global half*)a;\n"
                      "  h[0] = h[1] * h[2];\n"
                      "}\n"));
  EXPECT_EQ(half.where(), "some/scale.cl:4:15");
  EXPECT_CONTAINS(half.problem(), "does not know half arithmetic");

  const Error sub_group = error_of(
      simple("__kernel void scale(__global float* a) { a[0] = sub_group_reduce_add(a[1]); }"));
  EXPECT_CONTAINS(sub_group.problem(), "sub_group_reduce_add");
  EXPECT_CONTAINS(sub_group.remedy(), "does not know sub-groups");

  const Error undefined = error_of(
      simple("float f(float x);\n__kernel void scale(__global float* a) { a[0] = f(a[1]); }"));
  EXPECT_CONTAINS(undefined.problem(), "Undefined external function: f");
}

TEST(TraceErrors, AKilledOrSilentChild) {
  const auto folder = std::filesystem::temp_directory_path() / "lmtune_trace_errors_test";
  std::filesystem::create_directories(folder);
  const auto program = [&folder](const std::string& name, const std::string& body) {
    const auto path = folder / name;
    std::ofstream(path) << "#!/bin/sh\n" << body << "\n";
    std::filesystem::permissions(path, std::filesystem::perms::owner_all);
    return path;
  };
  const Benchmark benchmark = simple("__kernel void scale(__global float* a) { a[0] = 1.0f; }");
  TraceOptions options = options_for_group({0, 0, 0});
  options.program = program("killed", "echo last words >&2; kill -SEGV $$");
  const Error killed = error_of(benchmark, options);
  EXPECT_EQ(killed.kind(), ErrorKind::kInternal);
  EXPECT_CONTAINS(killed.problem(), "killed by SIGSEGV");
  EXPECT_CONTAINS(killed.remedy(), "last words");

  options.program = program("silent", "exit 7");
  EXPECT_CONTAINS(error_of(benchmark, options).problem(), "exit code 7 and without an answer");

  options.program = program("torn", "printf '{\"response\":\"trace\"' >&3");
  EXPECT_EQ(error_of(benchmark, options).kind(), ErrorKind::kInternal);

  options.program = folder / "absent";
  EXPECT_CONTAINS(error_of(benchmark, options).problem(), "No such file");
  std::filesystem::remove_all(folder);
}

TEST(TraceErrors, TheHiddenCommandAloneSaysWhatItIs) {
  const ChildResult child =
      run_child("/bin/sh", {"-c", std::string(LMTUNE_BINARY) + " trace-child 3>&-"}, "");
  EXPECT_EQ(child.exit_code, 2);
  EXPECT_CONTAINS(child.errors, "is a part of lmtune that it starts by itself");
}

std::vector<std::string> problems_of(const std::string& kernel, RaceCheck race_check) {
  TraceOptions options = options_for_group({0, 0, 0});
  options.race_check = race_check;
  return trace_kernel(benchmark_of_file("faulty.cl", kernel, kOneGroup,
                                        {buffer("in", "float", 64), buffer("out", "float", 64)}),
                      Variant::kBaseline, options)
      .problems;
}

TEST(TraceProblems, Races) {
  EXPECT_TRUE(problems_of("racy", RaceCheck::kOff).empty());
  const auto problems = problems_of("racy", RaceCheck::kOn);
  ASSERT_FALSE(problems.empty());
  EXPECT_CONTAINS(problems.front(), "data race");
  EXPECT_CONTAINS(problems.front(), "faulty.cl");

  TraceOptions options = options_for_group({1, 1, 0});
  options.race_check = RaceCheck::kOn;
  const TraceResult tiled =
      trace_kernel(benchmark_of_file("dense.cl", "tiled", {{64, 64}, {16, 16}},
                                     {buffer("a", "float", 4096), buffer("b", "float", 4096),
                                      buffer("c", "float", 4096), local("b_tile", 1024),
                                      scalar("n", "int", 64), scalar("k", "int", 64)}),
                   Variant::kBaseline, options);
  EXPECT_EQ(tiled.problems, std::vector<std::string>{});
}

TEST(TraceProblems, OutOfBounds) {
  const auto past = problems_of("past_the_end", RaceCheck::kOff);
  ASSERT_EQ(past.size(), 1u);
  EXPECT_CONTAINS(past[0],
                  "faulty.cl:11:27: load of 4 bytes out of bounds, at byte 256 of 'in', "
                  "which has 256 bytes, by work-item (63, 0, 0)");
  const auto before = problems_of("before_the_start", RaceCheck::kOff);
  ASSERT_EQ(before.size(), 1u);
  EXPECT_CONTAINS(before[0], "at byte -4 of 'in'");
}

TEST(BuildOptions, DefinesIncludesAndBlanks) {
  const auto folder = std::filesystem::temp_directory_path() / "lmtune trace options";
  std::filesystem::create_directories(folder / "sub folder");
  std::ofstream(folder / "beside.h") << "#define BESIDE 1\n";
  std::ofstream(folder / "sub folder" / "below.h") << "#define BELOW 2\n";
  const std::string path = (folder / "scale.cl").string();
  const std::string text =
      "#include \"beside.h\"\n#include \"below.h\"\n"
      "__kernel void scale(__global float* a) {\n"
      "  for (int i = 0; i < COUNT + BELOW + BESIDE; ++i) a[i] = __LINE__;\n}\n";
  std::ofstream(path) << text;
  Benchmark benchmark =
      benchmark_of_text(path, text, "scale", {{1}, {1}}, {buffer("a", "float", 64)});
  benchmark.spec.options = {"-DCOUNT=3 + 4", "-I" + (folder / "sub folder").string(),
                            "-cl-mad-enable", "-cl-nv-verbose", "-O3"};
  const ArrayUse use = array_use(trace_group(benchmark, {0, 0, 0}), "a", AccessKind::kStore);
  EXPECT_EQ(use.lane_accesses, 10u);
  std::filesystem::remove_all(folder);
}

TEST(BuildOptions, InvalidUtf8AndCarriageReturns) {
  const AccessTrace trace = trace_group(
      simple("// \xff\xfe\r\n__kernel void scale(__global float* a) {\r\n  a[0] = 1.0f;\r\n}\r\n"),
      {0, 0, 0});
  EXPECT_EQ(trace.instructions.size(), 1u);
}

TEST(BuildOptions, InlineHelpersKeepTheirBodies) {
  const AccessTrace trace =
      trace_group(simple("inline float twice(float x) { return x * 2.0f; }\n"
                         "kernel void scale(global float* a) { a[0] = twice(a[1]); }"),
                  {0, 0, 0});
  EXPECT_EQ(trace.operations.floating_point, 64u);
}

}  // namespace
}  // namespace lmtune
