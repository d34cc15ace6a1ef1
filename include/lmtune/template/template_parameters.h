// The parameters of the template: a synthetic benchmark is one choice of each.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>

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
};

inline constexpr std::size_t kHomePatternCount = 7;

/// "x-reuse-row".
std::string to_string(HomePattern pattern);

/// Where loop bounds are known.
enum class TripCounts { kRunTime, kCompileTime };

/// Whether the array arguments carry `restrict`.
enum class Qualifiers { kNone, kRestrict };

struct TemplateParameters {
  HomePattern home = HomePattern::kXyReuse;
  std::int64_t radius_rows = 0;  ///< stencil: ±radius rows …
  std::int64_t radius_cols = 0;  ///< … by ±radius columns, a rectangle
  std::int64_t trips_outer = 1;  ///< N
  std::int64_t trips_inner = 1;  ///< M
  std::int64_t chunk_outer = 1;  ///< iterations of i staged at once: N, or 1
  std::int64_t chunk_inner =
      1;  ///< iterations of j staged at once: divides M; < M only if chunk_outer is 1
  TripCounts trip_counts = TripCounts::kRunTime;
  Qualifiers qualifiers = Qualifiers::kRestrict;
  std::int64_t loop_flops = 0;      ///< fused multiply-adds in an inner iteration
  std::int64_t loop_coalesced = 0;  ///< contextual loads in an inner iteration
  std::int64_t loop_uncoalesced = 0;
  std::int64_t epilogue_flops = 0;
  std::int64_t epilogue_coalesced = 0;
  std::int64_t epilogue_uncoalesced = 0;
  CopyStyle copy_style = CopyStyle::kGenericLoops;
  std::int64_t tile_padding = 0;            ///< elements added to a row of the local tile
  std::int64_t pitch_padding = 0;  ///< elements between the rows of the target
  std::int64_t units_x = 64, units_y = 64;  ///< work units = work-items
  std::int64_t local_x = 16, local_y = 16;  ///< work-group

  bool operator==(const TemplateParameters&) const = default;
};

/// By name, as campaign files carry them.
std::map<std::string, double> to_values(const TemplateParameters& parameters);

/// The inverse. Throws kInput at `where` if a value is missing, unknown or out of range.
TemplateParameters parameters_from_values(const std::map<std::string, double>& values,
                                          const std::string& where);

}  // namespace lmtune
