#include "lmtune/template/synthetic_benchmark.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <utility>
#include <vector>

#include "template/geometry.h"

namespace lmtune {
namespace {

std::uint64_t unsigned_of(std::int64_t value) { return static_cast<std::uint64_t>(value); }

/// The name that the template's source gives a pattern.
std::string macro_name(HomePattern pattern) {
  std::string name = to_string(pattern);
  for (char& c : name) c = c == '-' ? '_' : static_cast<char>(std::toupper(c));
  return name;
}

std::uint64_t tile_elements(const TemplateParameters& p) {
  const TargetAxis rows = row_axis(p);
  const TargetAxis cols = col_axis(p);
  return unsigned_of(rows.blocks() * rows.span() * (cols.blocks() * cols.span() + p.tile_padding));
}

std::vector<std::string> common_options(const TemplateParameters& p) {
  std::vector<std::string> options{
      fmt::format("-DHOME={}", macro_name(p.home)),
      fmt::format("-DRADIUS_ROWS={}", p.radius_rows),
      fmt::format("-DRADIUS_COLS={}", p.radius_cols),
      fmt::format("-DQUALIFIER={}", p.qualifiers == Qualifiers::kRestrict ? "restrict" : ""),
      fmt::format("-DLOOP_FLOPS={}", p.loop_flops),
      fmt::format("-DLOOP_COALESCED={}", p.loop_coalesced),
      fmt::format("-DLOOP_UNCOALESCED={}", p.loop_uncoalesced),
      fmt::format("-DEPILOGUE_FLOPS={}", p.epilogue_flops),
      fmt::format("-DEPILOGUE_COALESCED={}", p.epilogue_coalesced),
      fmt::format("-DEPILOGUE_UNCOALESCED={}", p.epilogue_uncoalesced),
      fmt::format("-DGROUP_X={}", p.local_x),
      fmt::format("-DGROUP_Y={}", p.local_y)};
  if (p.trip_counts == TripCounts::kCompileTime) {
    options.push_back(fmt::format("-DTRIPS_OUTER={}", p.trips_outer));
    options.push_back(fmt::format("-DTRIPS_INNER={}", p.trips_inner));
  }
  return options;
}

std::vector<std::string> cached_options(const TemplateParameters& p) {
  return {"-DCACHED",
          fmt::format("-DCHUNK_OUTER={}", p.chunk_outer),
          fmt::format("-DCHUNK_INNER={}", p.chunk_inner),
          fmt::format("-DWHOLE_OUTER={}", p.chunk_outer == p.trips_outer ? 1 : 0),
          fmt::format("-DWHOLE_INNER={}", p.chunk_inner == p.trips_inner ? 1 : 0),
          fmt::format("-DTILE_PADDING={}", p.tile_padding),
          fmt::format("-DBATCHED_COPY={}", p.copy_style == CopyStyle::kBatched ? 1 : 0)};
}

Argument buffer_argument(std::string name, std::uint64_t count, Access access, std::uint64_t seed) {
  BufferArgument buffer;
  buffer.count = count;
  buffer.access = access;
  buffer.fill.seed = seed;
  return Argument{std::move(name), buffer};
}

Argument int_argument(std::string name, std::int64_t value) {
  return Argument{std::move(name),
                  ScalarArgument{ElementType{ScalarType::kInt}, static_cast<double>(value)}};
}

std::uint64_t target_elements(const TemplateParameters& p) {
  return unsigned_of(row_axis(p).extent() * target_pitch(p));
}

std::uint64_t context_elements(const TemplateParameters& p) {
  return unsigned_of(2 * kContextRows * p.units_x * p.units_y);
}

Launch make_launch(const TemplateParameters& p) {
  Launch launch;
  launch.dimensions = 2;
  launch.global = {unsigned_of(p.units_x), unsigned_of(p.units_y), 1};
  launch.local = {unsigned_of(p.local_x), unsigned_of(p.local_y), 1};
  launch.arguments = {
      buffer_argument("target", target_elements(p), Access::kRead, 1),
      buffer_argument("context", context_elements(p), Access::kRead, 2),
      buffer_argument("result", unsigned_of(p.units_x * p.units_y), Access::kWrite, 3),
      int_argument("n", p.trips_outer),
      int_argument("m", p.trips_inner),
      int_argument("pitch", target_pitch(p))};
  return launch;
}

StagingPlan make_plan(const TemplateParameters& p) {
  const TargetAxis rows = row_axis(p);
  const TargetAxis cols = col_axis(p);
  // Where the tile takes whole rows of the target, rows that follow each other are one run.
  const bool rows_join = cols.blocks() == 1 && cols.span() == target_pitch(p);
  const std::int64_t joined = rows_join ? rows.span() : 1;
  StagingPlan plan;
  plan.regions = {StagedRegion{unsigned_of(rows.blocks() * (rows.span() / joined) * cols.blocks()),
                               unsigned_of(cols.span() * joined)}};
  plan.episodes = unsigned_of(p.trips_outer / p.chunk_outer * (p.trips_inner / p.chunk_inner));
  plan.barriers_per_episode = rows.whole() && cols.whole() ? 1 : 2;
  plan.local_bytes = tile_elements(p) * sizeof(float);
  plan.copy_style = p.copy_style;
  return plan;
}

std::string make_name(const TemplateParameters& p) {
  return fmt::format("{}[{}x{} trips, {}x{} staged, radius {}x{}, {}x{} units, groups of {}x{}]",
                     to_string(p.home), p.trips_outer, p.trips_inner, p.chunk_outer, p.chunk_inner,
                     p.radius_rows, p.radius_cols, p.units_x, p.units_y, p.local_x, p.local_y);
}

}  // namespace

std::optional<std::string> broken_constraint(const TemplateParameters& p,
                                             const TemplateLimits& limits) {
  for (const std::int64_t positive : {p.trips_outer, p.trips_inner, p.chunk_outer, p.chunk_inner,
                                      p.units_x, p.units_y, p.local_x, p.local_y}) {
    if (positive < 1) return "trip counts, chunks and sizes must be positive";
  }
  if (p.units_x % p.local_x != 0 || p.units_y % p.local_y != 0) {
    return fmt::format("the group {}x{} does not divide {}x{} units", p.local_x, p.local_y,
                       p.units_x, p.units_y);
  }
  if (unsigned_of(p.local_x * p.local_y) > limits.group_items) {
    return fmt::format("the group {}x{} has more than {} work-items", p.local_x, p.local_y,
                       limits.group_items);
  }
  if (p.chunk_outer != 1 && p.chunk_outer != p.trips_outer) {
    return "an outer chunk must be one iteration or the whole loop";
  }
  if (p.trips_inner % p.chunk_inner != 0) return "the inner chunk must divide the inner trip count";
  if (p.chunk_inner != p.trips_inner && p.chunk_outer != 1) {
    // Otherwise staging would change the order of additions, and so the result.
    return "part of the inner loop can be staged only for one outer iteration at a time";
  }
  if (tile_elements(p) * sizeof(float) > limits.local_bytes) {
    return fmt::format("the tile takes {} bytes of local memory, more than {}",
                       tile_elements(p) * sizeof(float), limits.local_bytes);
  }
  const std::uint64_t largest = std::max(target_elements(p), context_elements(p));
  if (largest * sizeof(float) > limits.buffer_bytes) {
    return fmt::format("a buffer takes {} bytes, more than {}", largest * sizeof(float),
                       limits.buffer_bytes);
  }
  if (largest > 0x7fffffff) return "indices do not fit an int";
  const std::int64_t loads = p.units_x * p.units_y * p.trips_outer * p.trips_inner *
                             (2 * p.radius_rows + 1) * (2 * p.radius_cols + 1);
  if (unsigned_of(loads) > limits.target_loads) {
    return fmt::format("it loads the target {} times, more than {}", loads, limits.target_loads);
  }
  return std::nullopt;
}

Benchmark make_synthetic(const TemplateParameters& p, std::shared_ptr<const KernelSource> source) {
  Benchmark benchmark;
  benchmark.name = make_name(p);
  benchmark.origin = Origin::kSynthetic;
  benchmark.family = to_string(p.home);
  benchmark.values = to_values(p);
  benchmark.spec.source = std::move(source);
  benchmark.spec.options = common_options(p);
  benchmark.spec.baseline = VariantSpec{"synthetic", {}};
  benchmark.spec.cached = VariantSpec{"synthetic", cached_options(p)};
  benchmark.launch = make_launch(p);
  benchmark.target = "target";
  benchmark.plan = make_plan(p);
  benchmark.id = benchmark_id(benchmark);
  return benchmark;
}

}  // namespace lmtune
