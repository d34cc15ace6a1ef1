// Which choices of template parameters make a benchmark.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "lmtune/core/launch.h"
#include "lmtune/template/synthetic_benchmark.h"
#include "lmtune/template/tile.h"
#include "template/geometry.h"

namespace lmtune {
namespace {

using Broken = std::optional<std::string>;

Broken broken_sizes(const TemplateParameters& p, const TemplateLimits& limits) {
  for (const std::int64_t positive :
       {p.trips_outer, p.trips_inner, p.chunk_outer, p.chunk_inner, p.units_x, p.units_y, p.local_x,
        p.local_y, p.item_units_x, p.item_units_y, p.sums, p.copy_elements}) {
    if (positive < 1) return "trip counts, chunks and sizes must be positive";
  }
  if (p.units_x % (p.local_x * p.item_units_x) != 0 ||
      p.units_y % (p.local_y * p.item_units_y) != 0) {
    return "the units are no whole number of groups";
  }
  if (unsigned_of(p.local_x * p.local_y) > limits.group_items) {
    return fmt::format("the group has more than {} work-items", limits.group_items);
  }
  if (p.numbering == Numbering::kFlat && p.local_y != 1) {
    return "flat numbering needs groups along x";
  }
  return std::nullopt;
}

Broken broken_loops(const TemplateParameters& p) {
  if (p.chunk_outer != 1 && p.chunk_outer != p.trips_outer) {
    return "an outer chunk must be one iteration or the whole loop";
  }
  if (p.trips_inner % p.chunk_inner != 0) return "the inner chunk must divide the inner trip count";
  if (p.chunk_inner != p.trips_inner && p.chunk_outer != 1) {
    // Otherwise staging would change the order of additions, and so the result.
    return "part of the inner loop can be staged only for one outer iteration at a time";
  }
  if (p.chunk_inner % p.sums != 0) return "the independent sums must divide the inner chunk";
  return std::nullopt;
}

Broken broken_sums(const TemplateParameters& p) {
  const bool several_units = p.item_units_x * p.item_units_y > 1;
  if (p.unit_order == UnitOrder::kRegisterTile && !several_units) {
    return "a register tile needs several units an item";
  }
  if (p.unit_order == UnitOrder::kRegisterTile && p.sums != 1) {
    return "a register tile has a sum for each unit already";
  }
  if (p.distribution == Distribution::kBlocked && !several_units) {
    return "only several units an item can be distributed in blocks";
  }
  if (p.exit_check != 0 && p.trips_inner == 1) return "an early exit needs a loop";
  if (has_units_in_turn(p) && p.trip_counts == TripCounts::kCompileTime && p.trips_outer == 1 &&
      p.trips_inner <= p.sums) {
    return "the compiler would load what several units share once, as there is no loop";
  }
  if (p.exit_check != 0 && (p.sums != 1 || p.unit_order == UnitOrder::kRegisterTile)) {
    return "an early exit needs a single sum";
  }
  if (p.accumulation == Accumulation::kRegister) return std::nullopt;
  if (p.sums != 1 || p.unit_order == UnitOrder::kRegisterTile || p.exit_check != 0) {
    return "a sum in memory is a single one";
  }
  if (p.epilogue != OtherWork{} || p.scratch_bytes != 0) {
    return "a sum in memory has no epilogue";
  }
  if (has_restrict(p.qualifiers) || p.trip_counts == TripCounts::kCompileTime) {
    return "the compiler would move this sum into a register";
  }
  return std::nullopt;
}

bool is_power_of_two(std::int64_t value) { return value > 0 && (value & (value - 1)) == 0; }

Broken broken_context(const TemplateParameters& p) {
  if (!is_power_of_two(p.context_rows) || p.context_rows < 16) {
    return "contextual walks have a power of two of rows, at least 16";
  }
  if (!has_context(p) &&
      (p.context_rows != 16 || p.context_sharing != ContextSharing::kEachItsOwn)) {
    return "without contextual loads nothing is shared or walked through";
  }
  if (p.context_sharing != ContextSharing::kEachItsOwn && has_units_in_turn(p)) {
    return "the compiler would load what units share once for all that an item does in turn";
  }
  return std::nullopt;
}

Broken broken_baseline(const TemplateParameters& p) {
  if (p.baseline_loops == BaselineLoops::kWhole) return std::nullopt;
  if (stages_at_once(p)) {
    return "a baseline in chunks needs several";
  }
  if (p.accumulation == Accumulation::kMemory) {
    return "the compiler would keep this sum in a register from chunk to chunk";
  }
  return std::nullopt;
}

/// Clamping must not be felt by the traced group, whose accesses would not be affine.
bool is_interior(const TargetAxis& axis, const TemplateParameters& p) {
  if (axis.radius == 0) return true;
  if (axis.unit == UnitAxis::kNone) return false;
  const bool along_x = axis.unit == UnitAxis::kX;
  const std::int64_t group = traced_group(p)[along_x ? 0 : 1];
  const std::int64_t group_units =
      along_x ? p.local_x * p.item_units_x : p.local_y * p.item_units_y;
  return group * group_units * axis.trips >= axis.radius &&
         (axis.units - (group + 1) * group_units) * axis.trips >= axis.radius;
}

Broken broken_stencil(const TemplateParameters& p) {
  const bool none = p.radius_rows == 0 && p.radius_cols == 0;
  if (none && (p.stencil != Stencil::kRectangle || p.border == Border::kClamped)) {
    return "without a radius there is no stencil";
  }
  if (p.home == HomePattern::kRankK && !none) return "rank-k has no stencil";
  if (p.stencil == Stencil::kDiamond && p.radius_rows != p.radius_cols) {
    return "a diamond has one radius";
  }
  if (p.stencil == Stencil::kStar && (p.radius_rows == 0 || p.radius_cols == 0)) {
    return "a star reaches along both axes";
  }
  if (p.border == Border::kClamped) {
    const Reference reference = references(p)[0];
    if (!is_interior(reference.rows, p) || !is_interior(reference.cols, p)) {
      return "the border is too near to the traced group to be clamped at";
    }
  }
  return std::nullopt;
}

Broken broken_copy(const TemplateParameters& p) {
  if (p.store_order == StoreOrder::kCoalesced &&
      (p.result != ResultLayout::kTransposed || p.numbering == Numbering::kFlat ||
       p.local_y == 1)) {
    return "only transposed results of two-dimensional groups can be remapped";
  }
  const std::int64_t wide = p.copy_elements;
  if (wide == 1) return std::nullopt;
  if (wide != 2 && wide != 4) return "a copy moves 1, 2 or 4 elements";
  if (p.element != Element::kFloat || p.border == Border::kClamped) {
    return "only floats of a padded array are copied several at a time";
  }
  for (const Reference& reference : references(p)) {
    if (reference.cols.span() % wide != 0) return "the copy's width must divide the tile's rows";
  }
  if (target_shape(p).pitch % wide != 0 || p.trips_inner % wide != 0 || p.chunk_inner % wide != 0) {
    return "wide copies must be aligned";
  }
  return std::nullopt;
}

Broken broken_limits(const TemplateParameters& p, const TemplateLimits& limits) {
  if (p.scratch_bytes != 0 && p.scratch_bytes < p.local_x * p.local_y * 4) {
    return "the other local memory must hold a float for each work-item";
  }
  const std::uint64_t local_bytes = tile_bytes(p) + unsigned_of(p.scratch_bytes);
  if (local_bytes > limits.local_bytes) {
    return fmt::format("more than {} bytes of local memory", limits.local_bytes);
  }
  for (const Argument& argument : synthetic_launch(p).arguments) {
    const auto* buffer = std::get_if<BufferArgument>(&argument.value);
    if (buffer == nullptr) continue;
    if (buffer_bytes(*buffer) > limits.buffer_bytes) {
      return fmt::format("a buffer of more than {} bytes", limits.buffer_bytes);
    }
    if (buffer->count > 0x7fffffff) return "indices do not fit an int";
  }
  if (target_loads(p) > limits.target_loads) {
    return fmt::format("more than {} loads of the target", limits.target_loads);
  }
  return std::nullopt;
}

}  // namespace

std::optional<std::string> broken_constraint(const TemplateParameters& p,
                                             const TemplateLimits& limits) {
  if (auto broken = broken_sizes(p, limits)) return broken;
  if (auto broken = broken_loops(p)) return broken;
  if (auto broken = broken_sums(p)) return broken;
  if (auto broken = broken_context(p)) return broken;
  if (auto broken = broken_baseline(p)) return broken;
  if (auto broken = broken_stencil(p)) return broken;
  if (auto broken = broken_copy(p)) return broken;
  return broken_limits(p, limits);
}

}  // namespace lmtune
