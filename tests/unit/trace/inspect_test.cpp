// What is found in a source without running it.
#include <gtest/gtest.h>

#include "trace_support.h"

namespace lmtune {
namespace {

std::vector<KernelInfo> inspect_text(const std::string& text) {
  const Benchmark benchmark = benchmark_of_text("some.cl", text, "", {{1}, {1}}, {});
  return inspect_kernels(benchmark.spec, Variant::kBaseline, LMTUNE_BINARY);
}

TEST(Inspect, Parameters) {
  const auto kernels = inspect_text(R"(
    typedef float real;
    typedef struct { float4 position; int type; float mass; } Body;
    typedef struct { float r, g, b; } Colour;
    kernel __attribute__((reqd_work_group_size(16, 8, 1)))
    void first(global const real* restrict a, global Body* bodies, constant uint* table,
               local float3* tile, uchar4 small, Colour colour, read_only image2d_t image,
               sampler_t sampler, global Colour* colours) {
      bodies[0].mass = a[table[0]] + tile[0].x + small.x + colour.g;
    }
    kernel void second(global float* a) {}
  )");
  ASSERT_EQ(kernels.size(), 2u);
  EXPECT_EQ(kernels[0].name, "first");
  EXPECT_EQ(kernels[0].required_local, (std::array<std::uint64_t, 3>{16, 8, 1}));
  EXPECT_EQ(kernels[1].name, "second");
  EXPECT_EQ(kernels[1].required_local, std::nullopt);

  using enum ParameterKind;
  const auto type = [](const char* text) { return parse_element_type(text); };
  const std::vector<KernelParameter> expected{
      {"a", kBuffer, "real*", "float", 4, Access::kRead, type("float")},
      {"bodies", kBuffer, "Body*", "Body", 32, Access::kWrite, type("int[8]")},
      {"table", kConstant, "uint*", "uint", 4, Access::kRead, type("uint")},
      {"tile", kLocal, "float3*", "float3", 16, Access::kRead, type("float3")},
      {"small", kScalar, "uchar4", "uchar4", 4, Access::kRead, type("uchar4")},
      {"colour", kStruct, "Colour", "Colour", 12, Access::kRead, type("float[3]")},
      {"image", kImage, "image2d_t", "image2d_t", 0, Access::kRead, std::nullopt},
      {"sampler", kSampler, "sampler_t", "sampler_t", 0, Access::kRead, std::nullopt},
      {"colours", kBuffer, "Colour*", "Colour", 12, Access::kRead, type("float[3]")},
  };
  ASSERT_EQ(kernels[0].parameters.size(), expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i) {
    const KernelParameter& found = kernels[0].parameters[i];
    EXPECT_EQ(found.name, expected[i].name);
    EXPECT_EQ(found.kind, expected[i].kind) << found.name;
    EXPECT_EQ(found.type, expected[i].type) << found.name;
    EXPECT_EQ(found.element, expected[i].element) << found.name;
    EXPECT_EQ(found.bytes, expected[i].bytes) << found.name;
    EXPECT_EQ(found.access, expected[i].access) << found.name;
    EXPECT_EQ(found.element_type, expected[i].element_type) << found.name;
  }
}

/// The access of parameter `p` of a kernel with this body.
Access access_of(const std::string& body, const std::string& before = "") {
  const auto kernels =
      inspect_text(before + "kernel void k(global int* p, global int* q, int n) {" + body + "}");
  return kernels.at(0).parameters.at(0).access;
}

TEST(Inspect, AccessIsDerivedFromTheCode) {
  EXPECT_EQ(access_of("q[n] = p[n];"), Access::kRead);
  EXPECT_EQ(access_of("p[n] = 1;"), Access::kWrite);
  EXPECT_EQ(access_of("p[n] += 1;"), Access::kReadWrite);
  EXPECT_EQ(access_of("q[0] = n;"), Access::kRead);
  EXPECT_EQ(access_of("global int* r = p + n; *r++ = 1; *r = 2;"), Access::kWrite);
  EXPECT_EQ(access_of("global int* r = n > 3 ? p : q; r[0] = 1;"), Access::kWrite);
  EXPECT_EQ(access_of("for (global int* r = p; r != p + n; ++r) *r = 1;"), Access::kWrite);
  EXPECT_EQ(access_of("atomic_add(p + n, 1);"), Access::kReadWrite);
  EXPECT_EQ(access_of("q[0] = vload4(n, p).x;"), Access::kRead);
  EXPECT_EQ(access_of("vstore4((int4)(n), n, p);"), Access::kWrite);
  EXPECT_EQ(access_of("local int t[8]; async_work_group_copy(t, p, 8, 0); q[0] = t[n];"),
            Access::kRead);
  EXPECT_EQ(access_of("local int t[8]; t[n] = n; async_work_group_copy(p, t, 8, 0);"),
            Access::kWrite);
  const std::string helpers =
      "__attribute__((noinline)) void set(global int* a, int i) { a[i] = i; }"
      "__attribute__((noinline)) int get(global int* a, int i) { return a[i]; }"
      "__attribute__((noinline)) global int* move(global int* a, int i) { return a + i * i; }";
  EXPECT_EQ(access_of("set(p, n);", helpers), Access::kWrite);
  EXPECT_EQ(access_of("q[0] = get(p, n);", helpers), Access::kRead);
  EXPECT_EQ(access_of("*move(p, n) = 1;", helpers), Access::kWrite);
}

TEST(Inspect, AnArrayMayBeUnused) {
  const auto kernels = inspect_text(
      "kernel void k(global int* p, global int* q, constant int* r) { q[0] = p != 0; }");
  EXPECT_FALSE(kernels.at(0).parameters.at(0).used);
  EXPECT_FALSE(can_be_target(kernels.at(0).parameters.at(0)));
  EXPECT_TRUE(kernels.at(0).parameters.at(1).used);
  EXPECT_FALSE(kernels.at(0).parameters.at(2).used);
}

TEST(Inspect, LocalMemoryIsThatOfTheKernelAlone) {
  const auto kernels = inspect_text(R"(
    kernel void k(global int* p, local int* given) {
      local float4 tile[8];
      local short few[3];
      tile[p[0]] = p[1];
      few[p[0]] = given[0];
      barrier(CLK_LOCAL_MEM_FENCE);
      p[2] = tile[p[1]].x + few[p[1]];
    }
    kernel void kk(global int* p) { p[0] = 1; })");
  EXPECT_EQ(kernels.at(0).local_bytes, 8u * 16u + 6u);
  EXPECT_EQ(kernels.at(1).local_bytes, 0u);
}

TEST(Inspect, DoesNotMindWhatItCannotRun) {
  const auto kernels =
      inspect_text("float f(float x); kernel void k(global float* a) { a[0] = f(a[1]); }");
  ASSERT_EQ(kernels.size(), 1u);
  EXPECT_EQ(kernels[0].parameters[0].access, Access::kReadWrite);
}

TEST(Inspect, SaysWhyASourceDoesNotCompile) {
  try {
    inspect_text("kernel void k(global float* a) { a[0] = WIDTH; }");
    FAIL() << "no error";
  } catch (const Error& error) {
    EXPECT_EQ(error.where(), "some.cl:1:41");
    EXPECT_EQ(error.remedy(), "define it: -DWIDTH=...");
  }
}

}  // namespace
}  // namespace lmtune
