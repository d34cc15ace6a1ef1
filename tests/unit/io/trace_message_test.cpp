#include "lmtune/io/trace_message.h"

#include <gtest/gtest.h>

namespace lmtune {
namespace {

Benchmark some_benchmark() {
  Benchmark benchmark;
  benchmark.spec.source = std::make_shared<KernelSource>(
      KernelSource{"a folder/caf\xe9.cl", "// caf\xe9\r\nkernel void k() {}\n"});
  benchmark.spec.options = {"-DTILE=16"};
  benchmark.spec.baseline = {"k", {}};
  benchmark.spec.cached = VariantSpec{"k", {"-DCACHED"}};
  benchmark.launch.dimensions = 2;
  benchmark.launch.global = {64, 32, 1};
  benchmark.launch.local = {16, 2, 1};
  BufferArgument buffer{*parse_element_type("float4"), 128, Access::kRead, {}};
  buffer.fill.slope = 0.5;
  benchmark.launch.arguments = {{"a", buffer},
                                {"n", ScalarArgument{*parse_element_type("int"), -3}},
                                {"tile", LocalArgument{1024}}};
  return benchmark;
}

TEST(TraceMessage, TraceRequestSurvivesTheWay) {
  const TraceRequest sent{
      some_benchmark(),      Variant::kCached, {1, 2, 3}, 12345, RaceCheck::kOn, 600,
      {{0, 0, 0}, {7, 8, 9}}};
  const TracerRequest received = parse_tracer_request(format_tracer_request(sent));
  const auto& request = std::get<TraceRequest>(received);
  EXPECT_EQ(request.variant, sent.variant);
  EXPECT_EQ(request.group, sent.group);
  EXPECT_EQ(request.max_instructions, sent.max_instructions);
  EXPECT_EQ(request.race_check, sent.race_check);
  EXPECT_EQ(request.reach_groups, sent.reach_groups);
  EXPECT_EQ(request.benchmark.launch, sent.benchmark.launch);
  EXPECT_EQ(request.benchmark.spec.source->name, sent.benchmark.spec.source->name);
  EXPECT_EQ(request.benchmark.spec.source->text, sent.benchmark.spec.source->text);
  EXPECT_EQ(request.benchmark.spec.options, sent.benchmark.spec.options);
  EXPECT_EQ(request.benchmark.spec.baseline, sent.benchmark.spec.baseline);
  EXPECT_EQ(request.benchmark.spec.cached, sent.benchmark.spec.cached);
}

TEST(TraceMessage, InspectRequestSurvivesTheWay) {
  const InspectRequest sent{some_benchmark().spec, Variant::kCached};
  const TracerRequest received = parse_tracer_request(format_tracer_request(sent));
  const auto& request = std::get<InspectRequest>(received);
  EXPECT_EQ(request.variant, Variant::kCached);
  EXPECT_EQ(request.spec.source->text, sent.spec.source->text);
  EXPECT_EQ(request.spec.options, sent.spec.options);
}

TraceResult some_result() {
  TraceResult result;
  result.trace.group = {1, 2, 3};
  result.trace.items = 64;
  result.trace.barriers = 2;
  result.trace.local_bytes = 512;
  result.trace.operations = {1, 2, 3, 4};
  result.trace.unaliased_arguments = {"a", "c"};
  result.trace.instructions = {
      {"a", AccessKind::kLoad, 4, {{0, 0x3, 0}, {1, 0x1, 2}}, {0, 1ull << 40, 8}},
      {"b", AccessKind::kAtomic, 8, {}, {}},
  };
  result.problems = {"one", "two"};
  result.reached = {{"a", (1ull << 40) + 4}};
  return result;
}

TEST(TraceMessage, ResultSurvivesTheWay) {
  const TraceResult sent = some_result();
  const TracerResponse received = parse_tracer_response(format_tracer_response(sent));
  EXPECT_EQ(std::get<TraceResult>(received).trace, sent.trace);
  EXPECT_EQ(std::get<TraceResult>(received).problems, sent.problems);
  EXPECT_EQ(std::get<TraceResult>(received).reached, sent.reached);
}

TEST(TraceMessage, KernelsSurviveTheWay) {
  const std::vector<KernelInfo> sent{
      {"k",
       {{"a", ParameterKind::kBuffer, "real*", "float", 4, Access::kReadWrite,
         parse_element_type("float")},
        {"image", ParameterKind::kImage, "image2d_t", "image2d_t", 0, Access::kRead, {}, false}},
       std::array<std::uint64_t, 3>{8, 8, 1}},
      {"empty", {}, {}, 512}};
  const TracerResponse received = parse_tracer_response(format_tracer_response(sent));
  EXPECT_EQ(std::get<std::vector<KernelInfo>>(received), sent);
}

TEST(TraceMessage, ErrorsArriveAsTheyWere) {
  const Error sent(ErrorKind::kInput, "a.cl:3:4", "is wrong", "do it right");
  const TracerResponse received = parse_tracer_response(format_tracer_response(sent));
  const Error& error = std::get<Error>(received);
  EXPECT_EQ(error.kind(), sent.kind());
  EXPECT_EQ(error.where(), sent.where());
  EXPECT_EQ(error.problem(), sent.problem());
  EXPECT_EQ(error.remedy(), sent.remedy());
}

TEST(TraceMessage, EveryCutIsNoticed) {
  const std::string whole = format_tracer_response(some_result());
  for (std::size_t length = 0; length < whole.size(); ++length) {
    EXPECT_THROW(parse_tracer_response(whole.substr(0, length)), Error) << length;
  }
}

}  // namespace
}  // namespace lmtune
