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
constexpr std::array<std::int64_t, 7> kOuterTrips{1, 1, 2, 4, 8, 16, 32};
constexpr std::array<std::int64_t, 11> kInnerTrips{1, 2, 4, 8, 16, 24, 32, 64, 128, 256, 1024};
constexpr std::array<std::int64_t, 7> kFlops{0, 0, 1, 2, 4, 8, 32};
constexpr std::array<std::int64_t, 5> kContextLoads{0, 0, 0, 1, 2};
constexpr std::array<std::int64_t, 4> kPitchPadding{0, 0, 1, 32};
constexpr std::array<std::int64_t, 5> kSmallUnits{64, 128, 256, 384, 512};
constexpr std::array<std::int64_t, 6> kLargeUnits{256, 512, 1024, 1536, 2048, 4096};

template <typename T, std::size_t kSize>
T choose(Random& random, const std::array<T, kSize>& values) {
  return random.choose(std::span<const T>(values));
}

/// `units` rounded up to whole groups.
std::int64_t whole_groups(std::int64_t units, std::int64_t local) {
  return (units + local - 1) / local * local;
}

TemplateParameters draw(Random& random, CampaignSize size) {
  TemplateParameters p;
  p.home = static_cast<HomePattern>(random.integer(0, kHomePatternCount - 1));
  // Half of the real kernels have no stencil, and a half of the rest a square one.
  if (random.chance(0.5)) {
    p.radius_rows = choose(random, kRadii);
    p.radius_cols = random.chance(0.5) ? p.radius_rows : choose(random, kRadii);
  }
  p.trips_outer = choose(random, kOuterTrips);
  p.trips_inner = choose(random, kInnerTrips);
  p.chunk_outer = random.chance(0.5) ? p.trips_outer : 1;
  p.chunk_inner = random.chance(0.5) ? p.trips_inner : choose(random, kInnerTrips);
  p.trip_counts = random.chance(0.3) ? TripCounts::kCompileTime : TripCounts::kRunTime;
  p.qualifiers = random.chance(0.5) ? Qualifiers::kRestrict : Qualifiers::kNone;
  p.loop_flops = choose(random, kFlops);
  p.loop_coalesced = choose(random, kContextLoads);
  p.loop_uncoalesced = choose(random, kContextLoads);
  p.epilogue_flops = choose(random, kFlops);
  p.epilogue_coalesced = choose(random, kContextLoads);
  p.epilogue_uncoalesced = choose(random, kContextLoads);
  p.copy_style = random.chance(0.5) ? CopyStyle::kBatched : CopyStyle::kGenericLoops;
  p.tile_padding = random.chance(0.3) ? 1 : 0;
  p.pitch_padding = choose(random, kPitchPadding);
  const GroupShape group = choose(random, kGroups);
  p.local_x = group.x;
  p.local_y = group.y;
  const bool small = size == CampaignSize::kSmall;
  p.units_x =
      whole_groups(small ? choose(random, kSmallUnits) : choose(random, kLargeUnits), group.x);
  p.units_y =
      whole_groups(small ? choose(random, kSmallUnits) : choose(random, kLargeUnits), group.y);
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
