#include <fmt/format.h>

#include <array>
#include <cstddef>
#include <set>
#include <string>

#include "lmtune/base/error.h"
#include "lmtune/base/random.h"
#include "lmtune/generate/generate.h"

namespace lmtune {
namespace {

/// Draws in a row that may fail before the space counts as exhausted.
constexpr std::uint64_t kMaxAttempts = 100'000;

struct GroupShape {
  std::int64_t x;
  std::int64_t y;
};

// What programmers write: whole warps mostly, square and flat, some that are no multiple of a warp.
constexpr std::array<GroupShape, 14> kGroups{{{8, 8},
                                              {16, 8},
                                              {8, 16},
                                              {16, 16},
                                              {32, 4},
                                              {32, 8},
                                              {32, 16},
                                              {32, 32},
                                              {64, 1},
                                              {64, 4},
                                              {128, 1},
                                              {128, 2},
                                              {256, 1},
                                              {12, 12}}};
constexpr std::array<std::int64_t, 6> kRadii{0, 1, 2, 3, 4, 8};
constexpr std::array<std::int64_t, 7> kOuterTrips{1, 1, 2, 4, 8, 16, 64};
constexpr std::array<std::int64_t, 14> kInnerTrips{1,  2,  4,   8,   16,  24,   32,
                                                   64, 96, 128, 256, 512, 1024, 4096};
constexpr std::array<std::int64_t, 9> kFlops{0, 0, 0, 1, 2, 4, 8, 16, 32};
constexpr std::array<std::int64_t, 6> kSpecial{0, 0, 0, 0, 1, 2};
constexpr std::array<std::int64_t, 6> kContextLoads{0, 0, 0, 0, 1, 2};
constexpr std::array<std::int64_t, 5> kPitchPadding{0, 0, 1, 4, 32};
constexpr std::array<std::int64_t, 4> kItemUnits{1, 1, 2, 4};
constexpr std::array<std::int64_t, 6> kSmallUnits{64, 128, 192, 256, 384, 512};
constexpr std::array<std::int64_t, 7> kLargeUnits{64, 256, 512, 1024, 1536, 2048, 4096};

template <typename T, std::size_t kSize>
T choose(Random& random, const std::array<T, kSize>& values) {
  return random.choose(std::span<const T>(values));
}

/// `units` rounded up to whole groups.
std::int64_t whole_groups(std::int64_t units, std::int64_t local) {
  return (units + local - 1) / local * local;
}

OtherWork draw_work(Random& random) {
  OtherWork work;
  work.flops = choose(random, kFlops);
  work.special = choose(random, kSpecial);
  work.coalesced = choose(random, kContextLoads);
  work.uncoalesced = choose(random, kContextLoads);
  work.uniform = choose(random, kContextLoads);
  return work;
}

void draw_stencil(Random& random, TemplateParameters& p) {
  // Half of the real kernels have no stencil, and half of the rest a square one.
  if (random.chance(0.5)) return;
  p.radius_rows = choose(random, kRadii);
  p.radius_cols = random.chance(0.5) ? p.radius_rows : choose(random, kRadii);
  if (random.chance(0.4)) p.stencil = random.chance(0.5) ? Stencil::kStar : Stencil::kDiamond;
  if (random.chance(0.4)) p.border = Border::kClamped;
}

void draw_loops(Random& random, TemplateParameters& p) {
  p.trips_outer = choose(random, kOuterTrips);
  p.trips_inner = choose(random, kInnerTrips);
  p.trip_counts = random.chance(0.3) ? TripCounts::kCompileTime : TripCounts::kRunTime;
  p.qualifiers = static_cast<Qualifiers>(random.integer(0, 3));
  if (random.chance(0.2)) {
    // Such kernels have no qualifiers that would let the compiler keep the sum in a register.
    p.accumulation = Accumulation::kMemory;
    p.qualifiers = random.chance(0.5) ? Qualifiers::kNone : Qualifiers::kConst;
    p.trip_counts = TripCounts::kRunTime;
  }
  if (random.chance(0.15)) p.sums = random.chance(0.5) ? 2 : 4;
  if (random.chance(0.1)) p.exit_check = 1;
  p.loop = draw_work(random);
  if (p.accumulation == Accumulation::kRegister) p.epilogue = draw_work(random);
}

void draw_launch(Random& random, CampaignSize size, TemplateParameters& p) {
  if (random.chance(0.3)) {
    p.item_units_x = choose(random, kItemUnits);
    p.item_units_y = choose(random, kItemUnits);
    if (random.chance(0.5)) p.unit_order = UnitOrder::kRegisterTile;
    if (random.chance(0.5)) p.distribution = Distribution::kBlocked;
  }
  const GroupShape group = choose(random, kGroups);
  p.local_x = group.x;
  p.local_y = group.y;
  const bool small = size == CampaignSize::kSmall;
  const auto units = [&](std::int64_t group_units) {
    return whole_groups(small ? choose(random, kSmallUnits) : choose(random, kLargeUnits),
                        group_units);
  };
  p.units_x = units(group.x * p.item_units_x);
  p.units_y = units(group.y * p.item_units_y);
  // A one-dimensional launch has all its units in one row.
  if (group.y == 1 && random.chance(0.3)) {
    p.item_units_y = 1;
    p.units_x = p.units_x * p.units_y / 4;
    p.units_x = whole_groups(p.units_x, group.x * p.item_units_x);
    p.units_y = 1;
  }
  if (group.y == 1 && random.chance(0.3)) p.numbering = Numbering::kFlat;
  if (random.chance(0.2)) p.result = ResultLayout::kTransposed;
  if (p.accumulation == Accumulation::kRegister && random.chance(0.1))
    p.scratch_bytes = p.local_x * p.local_y * (random.chance(0.5) ? 4 : 16);
  p.pitch_padding = choose(random, kPitchPadding);
}

void draw_staging(Random& random, TemplateParameters& p) {
  p.chunk_outer = random.chance(0.5) ? p.trips_outer : 1;
  p.chunk_inner = random.chance(0.5) ? p.trips_inner : choose(random, kInnerTrips);
  if (random.chance(0.5)) p.copy_style = CopyStyle::kBatched;
  if (random.chance(0.3)) p.copy_elements = random.chance(0.3) ? 2 : 4;
  if (random.chance(0.3)) p.tile_padding = 1;
  if (p.result == ResultLayout::kTransposed && random.chance(0.6)) {
    p.store_order = StoreOrder::kCoalesced;
  }
}

TemplateParameters draw(Random& random, CampaignSize size) {
  TemplateParameters p;
  p.home = static_cast<HomePattern>(random.integer(0, kHomePatternCount - 1));
  if (random.chance(0.4)) p.element = static_cast<Element>(random.integer(1, kElementCount - 1));
  draw_stencil(random, p);
  draw_loops(random, p);
  draw_launch(random, size, p);
  draw_staging(random, p);
  return p;
}

/// A stencil load, an inner iteration and a launch are bounded, so that one benchmark neither takes
/// longer to trace than to measure nor holds the device for seconds.
constexpr std::int64_t kMaxLoadsPerItem = 4096;

bool is_worth_measuring(const TemplateParameters& p) {
  const std::int64_t window = (2 * p.radius_rows + 1) * (2 * p.radius_cols + 1);
  return p.trips_outer * p.trips_inner * window <= kMaxLoadsPerItem;
}

}  // namespace

TemplateLimits campaign_limits(CampaignSize size) {
  TemplateLimits limits;
  limits.target_loads = size == CampaignSize::kSmall ? 4'000'000 : 4'000'000'000;
  if (size == CampaignSize::kSmall) limits.buffer_bytes = 1ull << 26;
  return limits;
}

std::vector<TemplateParameters> generate_range(const GenerateOptions& options) {
  Random random(options.seed);
  const TemplateLimits limits = campaign_limits(options.size);
  std::vector<TemplateParameters> drawn;
  std::set<std::map<std::string, double>> seen;
  std::uint64_t attempts = 0;
  while (drawn.size() < options.count) {
    if (++attempts > kMaxAttempts) {
      throw Error(
          ErrorKind::kUsage, "--count",
          fmt::format("only {} different benchmarks found of {}", drawn.size(), options.count),
          "ask for fewer, or for another size");
    }
    const TemplateParameters p = draw(random, options.size);
    if (!is_worth_measuring(p) || broken_constraint(p, limits)) continue;
    if (!seen.insert(to_values(p)).second) continue;
    drawn.push_back(p);
    attempts = 0;
  }
  return drawn;
}

}  // namespace lmtune
