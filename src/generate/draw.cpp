#include "generate/draw.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <vector>

#include "lmtune/generate/generate.h"

namespace lmtune {
namespace {

struct GroupShape {
  std::int64_t x;
  std::int64_t y;
};

// What programmers write: whole warps mostly, square and flat, some that are no multiple of a warp.
constexpr std::array<GroupShape, 19> kGroups{{{8, 8},
                                              {16, 8},
                                              {8, 16},
                                              {16, 16},
                                              {32, 2},
                                              {32, 4},
                                              {32, 8},
                                              {32, 16},
                                              {32, 32},
                                              {64, 1},
                                              {64, 2},
                                              {64, 4},
                                              {128, 1},
                                              {128, 2},
                                              {256, 1},
                                              {512, 1},
                                              {12, 12},
                                              {32, 1},
                                              {61, 1}}};
constexpr std::array<std::int64_t, 9> kRadii{0, 1, 2, 3, 4, 5, 8, 12, 16};
constexpr std::array<std::int64_t, 9> kOuterTrips{1, 1, 1, 2, 4, 8, 16, 64, 128};
constexpr std::array<std::int64_t, 21> kInnerTrips{
    1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128, 256, 512, 1024, 2048, 4096, 8192, 16384};
constexpr std::array<std::int64_t, 10> kFlops{0, 0, 0, 1, 2, 4, 8, 16, 24, 32};
constexpr std::array<std::int64_t, 6> kSpecial{0, 0, 0, 0, 1, 2};
constexpr std::array<std::int64_t, 6> kContextLoads{0, 0, 0, 0, 1, 2};
constexpr std::array<std::int64_t, 7> kContextRows{16, 16, 16, 64, 256, 1024, 4096};
constexpr std::array<std::int64_t, 5> kPitchPadding{0, 0, 1, 4, 32};
constexpr std::array<std::int64_t, 4> kItemUnits{1, 1, 2, 4};
constexpr std::array<std::int64_t, 6> kRowUnits{32, 64, 128, 512, 2048, 8192};
/// The longest kernels take this many times twice the shortest.
constexpr double kTimeOctaves = 5.5;

template <typename T, std::size_t kSize>
T choose(Random& random, const std::array<T, kSize>& values) {
  return random.choose(std::span<const T>(values));
}

/// `units` rounded up to whole groups.
std::int64_t whole_groups(std::int64_t units, std::int64_t group) {
  return std::max<std::int64_t>((units + group - 1) / group, 1) * group;
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

void draw_home(Random& random, TemplateParameters& p) {
  p.home = static_cast<HomePattern>(random.integer(0, kHomePatternCount - 1));
  p.element = random.chance(0.4) ? static_cast<Element>(random.integer(1, kElementCount - 1))
                                 : Element::kFloat;
}

void draw_stencil(Random& random, TemplateParameters& p) {
  p.stencil = Stencil::kRectangle;
  p.border = Border::kPadded;
  p.radius_rows = p.radius_cols = 0;
  // Half of the real kernels have no stencil, and half of the rest a square one.
  if (p.home == HomePattern::kRankK || random.chance(0.5)) return;
  p.radius_rows = choose(random, kRadii);
  p.radius_cols = random.chance(0.5) ? p.radius_rows : choose(random, kRadii);
  if (p.radius_rows == 0 && p.radius_cols == 0) return;
  if (random.chance(0.4) && p.radius_rows > 0 && p.radius_cols > 0) {
    p.stencil = random.chance(0.5) ? Stencil::kStar : Stencil::kDiamond;
    if (p.stencil == Stencil::kDiamond) p.radius_cols = p.radius_rows;
  }
  if (random.chance(0.4)) p.border = Border::kClamped;
}

void draw_loops(Random& random, TemplateParameters& p) {
  p.trips_outer = choose(random, kOuterTrips);
  p.trips_inner = choose(random, kInnerTrips);
  p.trip_counts = random.chance(0.3) ? TripCounts::kCompileTime : TripCounts::kRunTime;
}

void draw_sums(Random& random, TemplateParameters& p) {
  p.qualifiers = static_cast<Qualifiers>(random.integer(0, 3));
  p.accumulation = Accumulation::kRegister;
  p.sums = 1;
  p.exit_check = 0;
  if (random.chance(0.2)) {
    // Such kernels have no qualifiers that would let the compiler keep the sum in a register.
    p.accumulation = Accumulation::kMemory;
    p.qualifiers = random.chance(0.5) ? Qualifiers::kNone : Qualifiers::kConst;
    p.trip_counts = TripCounts::kRunTime;
    p.epilogue = {};
    p.scratch_bytes = 0;
    p.unit_order = UnitOrder::kSequential;
  } else if (random.chance(0.15)) {
    p.sums = random.chance(0.5) ? 2 : 4;
  } else if (random.chance(0.1)) {
    p.exit_check = 1;
  }
}

void draw_other_work(Random& random, TemplateParameters& p) {
  p.loop = draw_work(random);
  p.epilogue = p.accumulation == Accumulation::kRegister ? draw_work(random) : OtherWork{};
}

bool may_share_context(const TemplateParameters& p) {
  return has_context(p) && !has_units_in_turn(p);
}

void draw_context(Random& random, TemplateParameters& p) {
  p.context_rows = has_context(p) ? choose(random, kContextRows) : 16;
  p.context_sharing = ContextSharing::kEachItsOwn;
  if (may_share_context(p) && random.chance(0.5)) {
    p.context_sharing = random.chance(0.5) ? ContextSharing::kColumn : ContextSharing::kRow;
  }
}

bool may_chunk_baseline(const TemplateParameters& p) {
  return p.accumulation == Accumulation::kRegister && !stages_at_once(p);
}

/// Who writes tuned copies has mostly tuned the baseline's loops as well.
void draw_baseline(Random& random, TemplateParameters& p) {
  const double share = p.copy_style == CopyStyle::kBatched ? 0.6 : 0.2;
  p.baseline_loops = may_chunk_baseline(p) && random.chance(share) ? BaselineLoops::kInChunks
                                                                   : BaselineLoops::kWhole;
}

void draw_item_units(Random& random, TemplateParameters& p) {
  p.item_units_x = p.item_units_y = 1;
  p.unit_order = UnitOrder::kSequential;
  p.distribution = Distribution::kCyclic;
  if (random.chance(0.7)) return;
  p.item_units_x = choose(random, kItemUnits);
  p.item_units_y = choose(random, kItemUnits);
  if (p.item_units_x * p.item_units_y == 1) return;
  if (random.chance(0.5) && p.accumulation == Accumulation::kRegister && p.sums == 1 &&
      p.exit_check == 0) {
    p.unit_order = UnitOrder::kRegisterTile;
  }
  if (random.chance(0.5)) p.distribution = Distribution::kBlocked;
}

void draw_group(Random& random, TemplateParameters& p) {
  const GroupShape group = choose(random, kGroups);
  p.local_x = group.x;
  p.local_y = group.y;
  p.numbering = group.y == 1 && random.chance(0.3) ? Numbering::kFlat : Numbering::kTwoDimensions;
}

void draw_result(Random& random, TemplateParameters& p) {
  p.result = random.chance(0.2) ? ResultLayout::kTransposed : ResultLayout::kNatural;
  p.store_order = StoreOrder::kAsBaseline;
  if (p.result == ResultLayout::kTransposed && p.local_y > 1 && random.chance(0.6)) {
    p.store_order = StoreOrder::kCoalesced;
  }
  p.scratch_bytes = 0;
  if (p.accumulation == Accumulation::kRegister && random.chance(0.1)) {
    p.scratch_bytes = p.local_x * p.local_y * (random.chance(0.5) ? 4 : 16);
  }
}

void draw_chunk(Random& random, TemplateParameters& p) {
  p.chunk_outer = random.chance(0.5) ? p.trips_outer : 1;
  p.chunk_inner = p.trips_inner;
  if (p.chunk_outer != 1 || random.chance(0.5)) return;
  std::vector<std::int64_t> divisors;
  for (const std::int64_t trips : kInnerTrips) {
    if (p.trips_inner % trips == 0 && trips % p.sums == 0) divisors.push_back(trips);
  }
  if (!divisors.empty()) p.chunk_inner = random.choose(std::span<const std::int64_t>(divisors));
}

void draw_copy(Random& random, TemplateParameters& p) {
  p.copy_style = random.chance(0.5) ? CopyStyle::kBatched : CopyStyle::kGenericLoops;
  p.copy_elements = 1;
  if (p.element == Element::kFloat && random.chance(0.3)) {
    p.copy_elements = random.chance(0.3) ? 2 : 4;
  }
  p.tile_padding = random.chance(0.3) ? 1 : 0;
}

/// How long a kernel is to take: mostly near the shortest. A campaign of ten minutes has no time
/// for more, and short ones are as good.
double draw_time_ns(Random& random, const DeviceProfile& profile) {
  // Powers of two by interpolation: pow() differs between machines, and campaigns must not.
  constexpr std::array<double, 8> kPowers{1, 2, 4, 8, 16, 32, 64, 128};
  const double u = random.real();
  const double exponent = std::min(u * u * kTimeOctaves, 6.999);
  const auto whole = static_cast<std::size_t>(exponent);
  const double part = exponent - static_cast<double>(whole);
  const double factor = kPowers[whole] * (1.0 + part);
  return std::min(static_cast<double>(profile.shortest_ns) * 1.25 * factor,
                  static_cast<double>(profile.longest_ns) * 0.8);
}

/// Units so that the kernel takes about as long as drawn: what one group takes, times groups.
void draw_units(Random& random, const DeviceProfile& profile, TemplateParameters& p) {
  const std::int64_t group_x = p.local_x * p.item_units_x;
  const std::int64_t group_y = p.local_y * p.item_units_y;
  const double wanted_ns = draw_time_ns(random, profile);
  // Large enough for the launch's fixed costs not to count.
  p.units_x = whole_groups(2048, group_x);
  p.units_y = whole_groups(2048, group_y);
  const double reference_ns = std::max(estimated_ns(p, profile) - profile.launch_ns, 1.0);
  const double units = static_cast<double>(p.units_x) * static_cast<double>(p.units_y) *
                       std::max(wanted_ns - profile.launch_ns, 1.0) / reference_ns;
  const auto wanted = static_cast<std::int64_t>(std::min(units, 0x1p40)) + 1;
  // One row, as a one-dimensional launch has it, or a rectangle of any aspect.
  std::int64_t rows = 1;
  if (p.local_y > 1 || p.item_units_y > 1 || random.chance(0.6)) {
    rows = std::min(choose(random, kRowUnits), std::max<std::int64_t>(wanted / 32, 1));
  }
  p.units_y = whole_groups(rows, group_y);
  p.units_x = whole_groups(wanted / p.units_y, group_x);
}

/// A step up or down for a parameter that counts.
std::int64_t stepped(Random& random, std::int64_t value) {
  switch (random.integer(0, 3)) {
    case 0:
      return value * 2;
    case 1:
      return value / 2;
    case 2:
      return value + 1;
    default:
      return std::max<std::int64_t>(value - 1, 0);
  }
}

void step_work(Random& random, OtherWork& work) {
  const std::array<std::int64_t*, 5> members{&work.flops, &work.special, &work.coalesced,
                                             &work.uncoalesced, &work.uniform};
  std::int64_t& member = *choose(random, members);
  member = std::min<std::int64_t>(stepped(random, member), 64);
}

void step_trips(Random& random, TemplateParameters& p) {
  const bool whole_outer = p.chunk_outer == p.trips_outer;
  const bool whole_inner = p.chunk_inner == p.trips_inner;
  if (random.chance(0.5)) {
    p.trips_inner = std::clamp<std::int64_t>(stepped(random, p.trips_inner), 1, 16384);
    if (whole_inner) {
      p.chunk_inner = p.trips_inner;
    } else if (p.trips_inner % p.chunk_inner != 0) {
      draw_chunk(random, p);
    }
  } else {
    p.trips_outer = std::clamp<std::int64_t>(stepped(random, p.trips_outer), 1, 16384);
    if (whole_outer) p.chunk_outer = p.trips_outer;
  }
}

void step_chunk(Random& random, TemplateParameters& p) {
  const bool whole_outer = p.chunk_outer == p.trips_outer;
  const std::int64_t chunk = std::clamp<std::int64_t>(stepped(random, p.chunk_inner), 1, 4096);
  // The loop is a whole number of chunks.
  p.trips_inner = std::max<std::int64_t>((p.trips_inner + chunk / 2) / chunk, 1) * chunk;
  p.chunk_inner = chunk;
  if (p.chunk_inner != p.trips_inner && whole_outer) p.chunk_outer = 1;
}

void step_radius(Random& random, TemplateParameters& p) {
  std::int64_t& radius = random.chance(0.5) ? p.radius_rows : p.radius_cols;
  radius = std::min<std::int64_t>(stepped(random, radius), 32);
  if (p.stencil == Stencil::kDiamond || random.chance(0.3)) p.radius_rows = p.radius_cols = radius;
}

}  // namespace

TemplateParameters draw_launch(Random& random, const DeviceProfile& profile, TemplateParameters p) {
  if (p.trip_counts == TripCounts::kRunTime) {
    // Whole loops staged at once have their trip count in the spec.
    if (p.chunk_inner != p.trips_inner) {
      const std::int64_t most = std::max<std::int64_t>(16384 / p.trips_outer / p.chunk_inner, 2);
      p.trips_inner = p.chunk_inner * std::min<std::int64_t>(1ll << random.integer(1, 8), most);
    }
    if (p.chunk_outer != p.trips_outer) p.trips_outer = 1ll << random.integer(1, 7);
  }
  p.pitch_padding = choose(random, kPitchPadding);
  draw_units(random, profile, p);
  return p;
}

TemplateParameters draw_spec(Random& random, const DeviceProfile& profile) {
  TemplateParameters p;
  draw_home(random, p);
  draw_stencil(random, p);
  draw_loops(random, p);
  draw_sums(random, p);
  draw_other_work(random, p);
  draw_item_units(random, p);
  draw_context(random, p);
  draw_group(random, p);
  draw_result(random, p);
  draw_chunk(random, p);
  draw_copy(random, p);
  draw_baseline(random, p);
  p.pitch_padding = choose(random, kPitchPadding);
  draw_units(random, profile, p);
  return p;
}

TemplateParameters draw_neighbour(Random& random, const DeviceProfile& profile,
                                  TemplateParameters p) {
  for (std::int64_t moves = random.integer(1, 2); moves > 0; --moves) {
    switch (random.integer(0, 20)) {
      case 0:
        draw_home(random, p);
        break;
      case 1:
        draw_stencil(random, p);
        break;
      case 2:
        draw_loops(random, p);
        draw_chunk(random, p);
        break;
      case 3:
        draw_sums(random, p);
        break;
      case 4:
        draw_item_units(random, p);
        break;
      case 5:
        draw_group(random, p);
        break;
      case 6:
        draw_result(random, p);
        break;
      case 7:
        draw_chunk(random, p);
        break;
      case 8:
        draw_copy(random, p);
        break;
      case 9:
      case 10:
        step_work(random, p.loop);
        break;
      case 11:
        step_work(random, p.epilogue);
        break;
      case 12:
      case 13:
        step_trips(random, p);
        break;
      case 14:
        step_chunk(random, p);
        break;
      case 15:
        step_radius(random, p);
        break;
      case 16:
        draw_context(random, p);
        break;
      case 17:
        draw_baseline(random, p);
        break;
      default:
        return draw_launch(random, profile, p);
    }
  }
  // A choice may have gone that another depends on.
  if (!has_context(p)) p.context_rows = 16;
  if (!may_share_context(p)) p.context_sharing = ContextSharing::kEachItsOwn;
  if (!may_chunk_baseline(p)) p.baseline_loops = BaselineLoops::kWhole;
  if (random.chance(0.3)) draw_units(random, profile, p);
  // What was drawn for other groups or units per item may be no whole number of them now.
  p.units_x = whole_groups(p.units_x, p.local_x * p.item_units_x);
  p.units_y = whole_groups(p.units_y, p.local_y * p.item_units_y);
  return p;
}

bool is_worth_its_time(Random& random, const DeviceProfile& profile, const TemplateParameters& p,
                       double patience) {
  return estimated_ns(p, profile) <= patience * draw_time_ns(random, profile);
}

std::uint64_t spec_hash(const TemplateParameters& parameters) {
  TemplateParameters p = parameters;
  p.units_x = p.units_y = p.pitch_padding = 0;
  if (p.trip_counts == TripCounts::kRunTime) {
    p.trips_outer = p.chunk_outer == p.trips_outer ? 1 : 0;
    p.trips_inner = p.chunk_inner == p.trips_inner ? 1 : 0;
  }
  return parameters_hash(p);
}

}  // namespace lmtune
