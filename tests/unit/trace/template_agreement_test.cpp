// The template's address arithmetic against the tracer, and what the template's cached variant does
// against its staging plan. Both on random synthetic benchmarks.
#include <gtest/gtest.h>

#include "lmtune/template/synthetic_benchmark.h"
#include "lmtune/template/template_source.h"
#include "lmtune/trace/trace.h"
#include "support/generated.h"

namespace lmtune {
namespace {

TraceOptions tracer(RaceCheck race_check) {
  TraceOptions options;
  options.program = LMTUNE_BINARY;
  options.race_check = race_check;
  return options;
}

std::uint64_t bytes_loaded(const AccessTrace& trace, const std::string& argument) {
  std::uint64_t bytes = 0;
  for (const MemoryInstruction& instruction : trace.instructions) {
    if (instruction.argument == argument && instruction.kind == AccessKind::kLoad) {
      bytes += instruction.offsets.size() * instruction.bytes;
    }
  }
  return bytes;
}

/// What differs first, so that a failure says more than "not equal".
std::string difference(const AccessTrace& a, const AccessTrace& b) {
  if (a.group != b.group || a.items != b.items) return "work-group";
  if (a.barriers != b.barriers) return "barriers";
  if (a.operations.floating_point != b.operations.floating_point) {
    return "floating-point operations";
  }
  if (a.operations.special != b.operations.special) return "special operations";
  if (a.instructions.size() != b.instructions.size()) return "number of memory instructions";
  for (std::size_t i = 0; i < a.instructions.size(); ++i) {
    if (a.instructions[i] != b.instructions[i]) return "accesses of " + a.instructions[i].argument;
  }
  return a == b ? "" : "something else";
}

TEST(Template, ItsArithmeticGivesTheTracersTraceExactly) {
  for (const TemplateParameters& p : generated(benchmarks_to_check(50), 20261130)) {
    const Benchmark benchmark = make_synthetic(p, template_source());
    const TraceResult traced = trace_kernel(benchmark, Variant::kBaseline, tracer(RaceCheck::kOff));
    EXPECT_EQ(difference(trace_synthetic(p), traced.trace), "") << benchmark.name;
    EXPECT_TRUE(traced.problems.empty()) << benchmark.name << ": " << traced.problems.front();
  }
}

TEST(Template, ASumInMemoryStaysInARegisterWhereTypesTellThatNothingReachesIt) {
  for (std::size_t element = 0; element < kElementCount; ++element) {
    for (const std::int64_t context_loads : {0, 1}) {
      TemplateParameters p;
      p.element = static_cast<Element>(element);
      p.accumulation = Accumulation::kMemory;
      p.qualifiers = Qualifiers::kConst;
      p.trips_outer = p.chunk_outer = 2;
      p.trips_inner = p.chunk_inner = 8;
      p.loop.coalesced = context_loads;
      ASSERT_EQ(broken_constraint(p, TemplateLimits{}), std::nullopt);
      const Benchmark benchmark = make_synthetic(p, template_source());
      const TraceResult traced =
          trace_kernel(benchmark, Variant::kBaseline, tracer(RaceCheck::kOff));
      EXPECT_EQ(difference(trace_synthetic(p), traced.trace), "") << benchmark.name;
    }
  }
}

TEST(Template, UniformWalksStartAgainAmongTheCopiesOfAnUnrolledLoop) {
  for (const std::int64_t uniform : {1, 2}) {
    TemplateParameters p;
    p.item_units_y = 2;
    p.units_y = 2 * p.local_y;
    p.sums = 4;
    p.trips_inner = p.chunk_inner = 32;
    p.loop.uniform = uniform;
    ASSERT_EQ(broken_constraint(p, TemplateLimits{}), std::nullopt);
    const Benchmark benchmark = make_synthetic(p, template_source());
    const TraceResult traced = trace_kernel(benchmark, Variant::kBaseline, tracer(RaceCheck::kOff));
    EXPECT_EQ(difference(trace_synthetic(p), traced.trace), "") << benchmark.name;
  }
}

TEST(Template, ItsVariantsDoWhatThePlanSaysWithoutRaces) {
  for (const TemplateParameters& p : generated(benchmarks_to_check(30), 7)) {
    const Benchmark benchmark = make_synthetic(p, template_source());
    const StagingPlan& plan = *benchmark.plan;
    const TraceResult checked = trace_kernel(benchmark, Variant::kBaseline, tracer(RaceCheck::kOn));
    EXPECT_TRUE(checked.problems.empty()) << benchmark.name << ": " << checked.problems.front();
    const AccessTrace& baseline = checked.trace;
    const TraceResult cached = trace_kernel(benchmark, Variant::kCached, tracer(RaceCheck::kOn));
    EXPECT_TRUE(cached.problems.empty()) << benchmark.name << ": " << cached.problems.front();
    const std::uint64_t planned_bytes =
        staged_elements(plan) * plan.episodes * size_bytes(target_buffer(benchmark).element);
    EXPECT_LE(bytes_loaded(cached.trace, "target"), planned_bytes) << benchmark.name;
    // What several units of an item stage again, one after the other, a compiler may keep.
    if (p.item_units_x * p.item_units_y == 1 || p.unit_order == UnitOrder::kRegisterTile) {
      EXPECT_EQ(bytes_loaded(cached.trace, "target"), planned_bytes) << benchmark.name;
    }
    EXPECT_EQ(cached.trace.barriers, baseline.barriers + plan.barriers_per_episode * plan.episodes)
        << benchmark.name;
    EXPECT_EQ(cached.trace.local_bytes, baseline.local_bytes + plan.local_bytes) << benchmark.name;
  }
}

}  // namespace
}  // namespace lmtune
