#include <gtest/gtest.h>

#include "lmtune/base/error.h"
#include "lmtune/template/synthetic_benchmark.h"
#include "lmtune/template/template_parameters.h"
#include "lmtune/template/template_source.h"

namespace lmtune {
namespace {

TemplateParameters example() {
  TemplateParameters p;
  p.home = HomePattern::kYReuseRow;
  p.trips_outer = 2;
  p.trips_inner = 64;
  p.chunk_outer = 1;
  p.chunk_inner = 16;
  p.units_x = 128;
  p.units_y = 64;
  p.local_x = 32;
  p.local_y = 4;
  p.copy_style = CopyStyle::kBatched;
  p.pitch_padding = 1;
  return p;
}

TEST(TemplateParameters, SurviveTheRoundTripThroughValues) {
  EXPECT_EQ(parameters_from_values(to_values(example()), "here"), example());
}

TEST(TemplateParameters, StandInTheOrderOfTheirNames) {
  const std::vector<std::int64_t> values = parameter_values(example());
  ASSERT_EQ(values.size(), parameter_names().size());
  EXPECT_TRUE(std::is_sorted(parameter_names().begin(), parameter_names().end()));
  const auto by_name = to_values(example());
  for (std::size_t i = 0; i < values.size(); ++i) {
    EXPECT_EQ(by_name.at(parameter_names()[i]), static_cast<double>(values[i]));
  }
}

// Runs that were measured before the template had it.
TEST(TemplateParameters, OneWithoutAValueKeepsItsDefault) {
  auto values = to_values(example());
  values.erase("exit_check");
  values.erase("sums");
  TemplateParameters expected = example();
  expected.exit_check = TemplateParameters{}.exit_check;
  expected.sums = TemplateParameters{}.sums;
  EXPECT_EQ(parameters_from_values(values, "here"), expected);
}

TEST(TemplateParameters, WrongValuesAreNamed) {
  auto values = to_values(example());
  for (const double wrong : {8.0, -1.0, 0.5}) {
    values["home"] = wrong;
    EXPECT_THROW(parameters_from_values(values, "here"), Error) << wrong;
  }
  values["home"] = 1.0;
  values["unknown"] = 1.0;
  EXPECT_THROW(parameters_from_values(values, "here"), Error);
}

TEST(BrokenConstraint, EachIsNoticed) {
  const TemplateLimits limits;
  EXPECT_EQ(broken_constraint(example(), limits), std::nullopt);
  const auto breaks = [&limits](auto change) {
    TemplateParameters p = example();
    change(p);
    return broken_constraint(p, limits).has_value();
  };
  // Sizes and loops.
  EXPECT_TRUE(breaks([](auto& p) { p.units_x = 100; }));             // not whole groups
  EXPECT_TRUE(breaks([](auto& p) { p.item_units_x = 3; }));          // neither
  EXPECT_TRUE(breaks([](auto& p) { p.local_y = p.units_y = 64; }));  // 2048 work-items
  EXPECT_TRUE(breaks([](auto& p) { p.numbering = Numbering::kFlat; }));
  EXPECT_TRUE(breaks([](auto& p) { p.trips_inner = 0; }));
  EXPECT_TRUE(breaks([](auto& p) { p.chunk_inner = 24; }));  // does not divide 64
  EXPECT_TRUE(breaks([](auto& p) { p.chunk_outer = 2; }));   // would reorder additions
  EXPECT_TRUE(breaks([](auto& p) { p.sums = 3; }));
  // Sums.
  EXPECT_TRUE(breaks([](auto& p) { p.unit_order = UnitOrder::kRegisterTile; }));
  EXPECT_TRUE(breaks([](auto& p) { p.distribution = Distribution::kBlocked; }));
  EXPECT_TRUE(breaks([](auto& p) { p.accumulation = Accumulation::kMemory; }));  // with restrict
  EXPECT_FALSE(breaks([](auto& p) {
    p.accumulation = Accumulation::kMemory;
    p.qualifiers = Qualifiers::kNone;
  }));
  // Stencils.
  EXPECT_TRUE(breaks([](auto& p) { p.stencil = Stencil::kStar; }));  // without a radius
  EXPECT_TRUE(breaks([](auto& p) { p.radius_cols = 1, p.border = Border::kClamped; }));
  EXPECT_TRUE(breaks([](auto& p) { p.home = HomePattern::kRankK, p.radius_rows = 1; }));
  // Copies.
  EXPECT_TRUE(breaks([](auto& p) { p.store_order = StoreOrder::kCoalesced; }));
  EXPECT_TRUE(breaks([](auto& p) { p.copy_elements = 4; }));  // a pitch of 65 is not aligned
  EXPECT_FALSE(breaks([](auto& p) { p.copy_elements = 4, p.pitch_padding = 4; }));
  EXPECT_TRUE(breaks([](auto& p) {
    p.copy_elements = 4, p.pitch_padding = 4;
    p.element = Element::kInt;
  }));
  // Limits.
  EXPECT_TRUE(breaks([](auto& p) { p.scratch_bytes = 4; }));
  EXPECT_TRUE(breaks([](auto& p) { p.trips_inner = p.chunk_inner = 1024; }));  // 128 KiB tile
  EXPECT_TRUE(breaks([](auto& p) { p.units_x = p.units_y = 1 << 15; }));  // context of 2^35 floats
}

// Worked by hand: x moves the row, 32 units a group in x; each has 2 rows of 64 columns.
TEST(MakeSynthetic, PlanOfARowPerLane) {
  const Benchmark b = make_synthetic(example(), template_source());
  EXPECT_EQ(target_buffer(b).count, 128u * 2 * (64 + 1));
  EXPECT_EQ(b.plan->regions, (std::vector<StagedRegion>{{32, 16}}));
  EXPECT_EQ(b.plan->episodes, 2u * 4);
  EXPECT_EQ(b.plan->barriers_per_episode, 2u);
  EXPECT_EQ(b.plan->local_bytes, 32u * 16 * 4);
}

TEST(MakeSynthetic, IdTellsParametersAndTemplatesApart) {
  const Benchmark one = make_synthetic(example(), template_source());
  EXPECT_EQ(one.id, make_synthetic(example(), template_source()).id);
  TemplateParameters changed = example();
  ++changed.loop.flops;
  EXPECT_NE(one.id, make_synthetic(changed, template_source()).id);
  const auto other = std::make_shared<KernelSource>("other.cl", template_source()->text + "// new");
  EXPECT_NE(one.id, make_synthetic(example(), other).id);
}

// A 3x5 window around each unit's own element: the group's tile and its halo.
TEST(MakeSynthetic, PlanOfAStencil) {
  TemplateParameters p;
  p.home = HomePattern::kNoReuseRow;
  p.radius_rows = 1;
  p.radius_cols = 2;
  p.local_x = 16;
  p.local_y = 8;
  const Benchmark b = make_synthetic(p, template_source());
  EXPECT_EQ(b.plan->regions, (std::vector<StagedRegion>{{8 + 2, 16 + 4}}));
  EXPECT_EQ(b.plan->episodes, 1u);
  EXPECT_EQ(b.plan->barriers_per_episode, 1u);
  EXPECT_EQ(b.plan->local_bytes, 10u * 20 * 4);
}

// All units share 4 rows of 8 elements that fill the whole pitch: one run.
TEST(MakeSynthetic, RowsThatJoinAreOneRun) {
  TemplateParameters p;
  p.trips_outer = p.chunk_outer = 4;
  p.trips_inner = p.chunk_inner = 8;
  EXPECT_EQ(make_synthetic(p, template_source()).plan->regions,
            (std::vector<StagedRegion>{{1, 32}}));
  p.pitch_padding = 1;
  EXPECT_EQ(make_synthetic(p, template_source()).plan->regions,
            (std::vector<StagedRegion>{{4, 8}}));
}

// Two references: 8 rows of the units along y, 2 * 16 of the register tile's along x.
TEST(MakeSynthetic, PlanOfRankKWithARegisterTile) {
  TemplateParameters p;
  p.home = HomePattern::kRankK;
  p.element = Element::kFloat2;
  p.trips_inner = 32;
  p.chunk_inner = 16;
  p.item_units_x = 2;
  p.unit_order = UnitOrder::kRegisterTile;
  p.local_x = 16;
  p.local_y = 8;
  const Benchmark b = make_synthetic(p, template_source());
  EXPECT_EQ(b.plan->regions, (std::vector<StagedRegion>{{8, 16}, {32, 16}}));
  EXPECT_EQ(b.plan->episodes, 2u);
  EXPECT_EQ(b.plan->local_bytes, (8u + 32) * 16 * 8);
  EXPECT_EQ(b.launch.global[0], 32u);
}

// Units in blocks of four, one after the other: each step stages every fourth unit's element.
TEST(MakeSynthetic, PlanOfBlockedUnits) {
  TemplateParameters p;
  p.home = HomePattern::kYReuseCol;
  p.item_units_x = 4;
  p.distribution = Distribution::kBlocked;
  p.units_x = 64;
  p.local_x = 16;
  const Benchmark b = make_synthetic(p, template_source());
  EXPECT_EQ(b.plan->regions, (std::vector<StagedRegion>{{16, 1}}));
  EXPECT_EQ(b.plan->episodes, 4u);
  EXPECT_EQ(b.plan->barriers_per_episode, 2u);
}

TEST(MakeSynthetic, LaunchesOfOneKernelShareASpec) {
  TemplateParameters p = example();
  const std::string spec = spec_id(make_synthetic(p, template_source()).spec);
  p.units_x *= 2;
  EXPECT_EQ(spec_id(make_synthetic(p, template_source()).spec), spec);
  p.loop.flops += 1;
  EXPECT_NE(spec_id(make_synthetic(p, template_source()).spec), spec);
}

}  // namespace
}  // namespace lmtune
