// The parameters of the template: a synthetic benchmark is one choice of each.
// docs/template.md explains them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "lmtune/core/staging_plan.h"

namespace lmtune {

/// Which elements a work unit (x, y) reads at iteration (i, j) of the N × M loop nest, as
/// (row, column) of the target. "Row": a unit's own elements lie along rows, "column": along
/// columns.
enum class HomePattern {
  kXyReuse,     ///< (i, j): all units share
  kXReuseRow,   ///< (y*N + i, j): units along x share
  kXReuseCol,   ///< (i, y*M + j)
  kYReuseRow,   ///< (x*N + i, j): units along y share
  kYReuseCol,   ///< (i, x*M + j)
  kNoReuseRow,  ///< (y*N + i, x*M + j): each unit its own
  kNoReuseCol,  ///< (x*N + i, y*M + j): its own, transposed
  kRankK,       ///< (y*N + i, j) times (x*N + i, j): two references to the one array
};

inline constexpr std::size_t kHomePatternCount = 8;

/// "x-reuse-row".
std::string to_string(HomePattern pattern);

enum class Stencil { kRectangle, kDiamond, kStar };

/// What happens where the stencil reaches over the array's border.
enum class Border { kPadded, kClamped };

/// Element type of the target.
enum class Element { kFloat, kFloat2, kFloat4, kDouble, kInt, kShort, kUchar4, kStruct };

inline constexpr std::size_t kElementCount = 8;

/// Where loop bounds are known.
enum class TripCounts { kRunTime, kCompileTime };

/// Qualifiers of the array arguments.
enum class Qualifiers { kNone, kConst, kRestrict, kConstRestrict };

inline bool has_const(Qualifiers qualifiers) {
  return qualifiers == Qualifiers::kConst || qualifiers == Qualifiers::kConstRestrict;
}

inline bool has_restrict(Qualifiers qualifiers) {
  return qualifiers == Qualifiers::kRestrict || qualifiers == Qualifiers::kConstRestrict;
}

/// Where the inner loop keeps its sum.
enum class Accumulation { kRegister, kMemory };

/// Which work units belong to one work-item.
enum class Distribution { kCyclic, kBlocked };

/// Whether an item's units come one after the other, or together and share the values they load.
enum class UnitOrder { kSequential, kRegisterTile };

/// Where a unit's result goes: with neighbours along x beside each other, or along y.
enum class ResultLayout { kNatural, kTransposed };

/// Whether work-items are numbered in two dimensions or in one.
enum class Numbering { kTwoDimensions, kFlat };

/// Which work units make the same contextual loads.
enum class ContextSharing { kEachItsOwn, kColumn, kRow };

/// How the baseline goes through the loops.
enum class BaselineLoops { kWhole, kInChunks };

/// Operations and contextual loads of an inner iteration, or of the epilogue.
struct OtherWork {
  std::int64_t flops = 0;        ///< fused multiply-adds
  std::int64_t special = 0;      ///< reciprocal square roots
  std::int64_t coalesced = 0;    ///< loads that lanes make from neighbouring elements
  std::int64_t uncoalesced = 0;  ///< … from elements far apart
  std::int64_t uniform = 0;      ///< … from one element

  std::int64_t context_loads() const { return coalesced + uncoalesced + uniform; }
  bool operator==(const OtherWork&) const = default;
};

struct TemplateParameters {
  HomePattern home = HomePattern::kXyReuse;
  Stencil stencil = Stencil::kRectangle;
  std::int64_t radius_rows = 0;
  std::int64_t radius_cols = 0;
  Border border = Border::kPadded;
  Element element = Element::kFloat;
  std::int64_t trips_outer = 1;  ///< N
  std::int64_t trips_inner = 1;  ///< M
  TripCounts trip_counts = TripCounts::kRunTime;
  Qualifiers qualifiers = Qualifiers::kConstRestrict;
  Accumulation accumulation = Accumulation::kRegister;
  std::int64_t sums = 1;        ///< independent sums in registers
  std::int64_t exit_check = 0;  ///< 1: each iteration may end the loop (and never does)
  OtherWork loop;
  OtherWork epilogue;
  ContextSharing context_sharing = ContextSharing::kEachItsOwn;
  std::int64_t context_rows = 16;  ///< contextual values after which a walk starts again
  std::int64_t item_units_x = 1, item_units_y = 1;  ///< work units of an item
  Distribution distribution = Distribution::kCyclic;
  UnitOrder unit_order = UnitOrder::kSequential;
  ResultLayout result = ResultLayout::kNatural;
  Numbering numbering = Numbering::kTwoDimensions;
  std::int64_t scratch_bytes = 0;           ///< other local memory in use
  std::int64_t pitch_padding = 0;           ///< elements between the rows of the target
  std::int64_t units_x = 64, units_y = 64;  ///< work units of the launch
  std::int64_t local_x = 16, local_y = 16;  ///< work-group, in items

  BaselineLoops baseline_loops = BaselineLoops::kWhole;

  // The cached variant.
  std::int64_t chunk_outer = 1;  ///< iterations of i staged at once: N, or 1
  std::int64_t chunk_inner = 1;  ///< of j: divides M; < M only if chunk_outer is 1
  CopyStyle copy_style = CopyStyle::kGenericLoops;
  std::int64_t copy_elements = 1;  ///< that one load of the copy moves: 1, 2 or 4
  std::int64_t tile_padding = 0;   ///< elements added to a row of the local tile
  StoreOrder store_order = StoreOrder::kAsBaseline;

  bool operator==(const TemplateParameters&) const = default;
};

inline bool has_context(const TemplateParameters& p) {
  return p.loop.context_loads() + p.epilogue.context_loads() > 0;
}

/// Whether an item works on one unit at a time, several times.
inline bool has_units_in_turn(const TemplateParameters& p) {
  return p.unit_order == UnitOrder::kSequential && p.item_units_x * p.item_units_y > 1;
}

/// Whether the cached variant stages the loops as a whole.
inline bool stages_at_once(const TemplateParameters& p) {
  return p.chunk_outer == p.trips_outer && p.chunk_inner == p.trips_inner;
}

/// Names of all parameters, in alphabetical order.
const std::vector<std::string>& parameter_names();

/// The values of all parameters, in the order of their names.
std::vector<std::int64_t> parameter_values(const TemplateParameters& parameters);

/// The same by name.
std::map<std::string, double> to_values(const TemplateParameters& parameters);

/// Of all parameters; for finding duplicates among millions.
std::uint64_t parameters_hash(const TemplateParameters& parameters);

/// The inverse of to_values(). A parameter that has no value keeps its default: what the template
/// did before it had the parameter. Throws kInput at `where` if a value is unknown or out of range.
TemplateParameters parameters_from_values(const std::map<std::string, double>& values,
                                          const std::string& where);

}  // namespace lmtune
