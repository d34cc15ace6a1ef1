#include "lmtune/template/synthetic_benchmark.h"

#include <fmt/format.h>

#include <array>
#include <cctype>
#include <string_view>
#include <utility>
#include <vector>

#include "lmtune/template/tile.h"
#include "template/geometry.h"

namespace lmtune {
namespace {

/// The name that the template's source gives a pattern.
std::string macro_name(HomePattern pattern) {
  std::string name = to_string(pattern);
  for (char& c : name) c = c == '-' ? '_' : static_cast<char>(std::toupper(c));
  return name;
}

template <typename Choice, std::size_t kCount>
std::string_view name_of(Choice choice, const std::array<std::string_view, kCount>& names) {
  return names[static_cast<std::size_t>(choice)];
}

constexpr std::array<std::string_view, 3> kStencils{"RECTANGLE", "DIAMOND", "STAR"};
constexpr std::array<std::string_view, kElementCount> kElements{
    "FLOAT", "FLOAT2", "FLOAT4", "DOUBLE", "INT", "SHORT", "UCHAR4", "STRUCT"};
constexpr std::array<std::string_view, 2> kAccumulations{"REGISTER", "MEMORY"};
constexpr std::array<std::string_view, 3> kContexts{"EACH_UNIT", "COLUMN", "ROW"};
constexpr std::array<std::string_view, 2> kDistributions{"CYCLIC", "BLOCKED"};

void add_work(std::vector<std::string>& options, std::string_view where, const OtherWork& work) {
  options.push_back(fmt::format("-D{}_FLOPS={}", where, work.flops));
  options.push_back(fmt::format("-D{}_SPECIAL={}", where, work.special));
  options.push_back(fmt::format("-D{}_COALESCED={}", where, work.coalesced));
  options.push_back(fmt::format("-D{}_UNCOALESCED={}", where, work.uncoalesced));
  options.push_back(fmt::format("-D{}_UNIFORM={}", where, work.uniform));
}

void add_chunk(std::vector<std::string>& options, const TemplateParameters& p) {
  options.push_back(fmt::format("-DCHUNK_OUTER={}", p.chunk_outer));
  options.push_back(fmt::format("-DCHUNK_INNER={}", p.chunk_inner));
}

std::vector<std::string> common_options(const TemplateParameters& p) {
  std::vector<std::string> options{
      fmt::format("-DHOME={}", macro_name(p.home)),
      fmt::format("-DSTENCIL={}", name_of(p.stencil, kStencils)),
      fmt::format("-DRADIUS_ROWS={}", p.radius_rows),
      fmt::format("-DRADIUS_COLS={}", p.radius_cols),
      fmt::format("-DCLAMPED={:d}", p.border == Border::kClamped),
      fmt::format("-DELEMENT={}", name_of(p.element, kElements)),
      fmt::format("-DCONST={}", has_const(p.qualifiers) ? "const" : ""),
      fmt::format("-DRESTRICT={}", has_restrict(p.qualifiers) ? "restrict" : ""),
      fmt::format("-DACCUMULATE={}", name_of(p.accumulation, kAccumulations)),
      fmt::format("-DSUMS={}", p.sums),
      fmt::format("-DEXIT_CHECK={}", p.exit_check)};
  add_work(options, "LOOP", p.loop);
  add_work(options, "EPILOGUE", p.epilogue);
  options.push_back(fmt::format("-DCONTEXT_OF={}", name_of(p.context_sharing, kContexts)));
  options.push_back(fmt::format("-DCONTEXT_ROWS={}", p.context_rows));
  for (std::string option :
       {fmt::format("-DUNITS_X={}", p.item_units_x), fmt::format("-DUNITS_Y={}", p.item_units_y),
        fmt::format("-DDISTRIBUTION={}", name_of(p.distribution, kDistributions)),
        fmt::format("-DREGISTER_TILE={:d}", p.unit_order == UnitOrder::kRegisterTile),
        fmt::format("-DTRANSPOSED={:d}", p.result == ResultLayout::kTransposed),
        fmt::format("-DFLAT={:d}", p.numbering == Numbering::kFlat),
        fmt::format("-DSCRATCH={}", p.scratch_bytes / 4), fmt::format("-DGROUP_X={}", p.local_x),
        fmt::format("-DGROUP_Y={}", p.local_y)}) {
    options.push_back(std::move(option));
  }
  if (p.trip_counts == TripCounts::kCompileTime) {
    options.push_back(fmt::format("-DTRIPS_OUTER={}", p.trips_outer));
    options.push_back(fmt::format("-DTRIPS_INNER={}", p.trips_inner));
  }
  const bool chunked = p.baseline_loops == BaselineLoops::kInChunks;
  options.push_back(fmt::format("-DCHUNKED_BASELINE={:d}", chunked));
  if (chunked) add_chunk(options, p);
  return options;
}

std::vector<std::string> cached_options(const TemplateParameters& p) {
  std::vector<std::string> options{"-DCACHED"};
  if (p.baseline_loops == BaselineLoops::kWhole) add_chunk(options, p);
  for (std::string option :
       {fmt::format("-DWHOLE_OUTER={:d}", p.chunk_outer == p.trips_outer),
        fmt::format("-DWHOLE_INNER={:d}", p.chunk_inner == p.trips_inner),
        fmt::format("-DTILE_PADDING={}", p.tile_padding),
        fmt::format("-DBATCHED_COPY={:d}", p.copy_style == CopyStyle::kBatched),
        fmt::format("-DCOPY_WIDTH={}", p.copy_elements),
        fmt::format("-DREMAPPED={:d}", p.store_order == StoreOrder::kCoalesced)}) {
    options.push_back(std::move(option));
  }
  return options;
}

std::string make_name(const TemplateParameters& p) {
  return fmt::format(
      "{}[{}x{} trips, {}x{} staged, radius {}x{}, {} elements, {}x{} units, groups of {}x{}]",
      to_string(p.home), p.trips_outer, p.trips_inner, p.chunk_outer, p.chunk_inner, p.radius_rows,
      p.radius_cols, to_string(element_type(p.element)), p.units_x, p.units_y, p.local_x,
      p.local_y);
}

}  // namespace

std::string synthetic_id(const KernelSource& source, std::span<const std::string> names,
                         std::span<const std::int64_t> values) {
  ContentHash hash = source.hash;
  for (std::size_t i = 0; i < names.size(); ++i) {
    hash.add(names[i]).add(fmt::format_int(values[i]).str());
  }
  return hash.digits();
}

Benchmark make_synthetic(const TemplateParameters& p, std::shared_ptr<const KernelSource> source) {
  Benchmark benchmark;
  benchmark.name = make_name(p);
  benchmark.origin = Origin::kSynthetic;
  benchmark.family = to_string(p.home);
  benchmark.values = to_values(p);
  benchmark.id = synthetic_id(*source, parameter_names(), parameter_values(p));
  benchmark.spec.source = std::move(source);
  benchmark.spec.options = common_options(p);
  benchmark.spec.baseline = VariantSpec{"synthetic", {}};
  benchmark.spec.cached = VariantSpec{"synthetic", cached_options(p)};
  benchmark.launch = synthetic_launch(p);
  benchmark.target = "target";
  benchmark.plan = synthetic_plan(p);
  return benchmark;
}

}  // namespace lmtune
