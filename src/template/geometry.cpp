#include "template/geometry.h"

#include <algorithm>
#include <cstdlib>

namespace lmtune {
namespace {

TargetAxis make_axis(UnitAxis unit, const TemplateParameters& p, std::int64_t trips,
                     std::int64_t chunk, std::int64_t radius) {
  TargetAxis axis{unit, 1, 1, 1, trips, chunk, radius};
  if (unit == UnitAxis::kNone) return axis;
  const bool along_x = unit == UnitAxis::kX;
  const std::int64_t item_units = along_x ? p.item_units_x : p.item_units_y;
  axis.units = along_x ? p.units_x : p.units_y;
  axis.staged = along_x ? p.local_x : p.local_y;
  if (p.unit_order == UnitOrder::kRegisterTile) {
    axis.staged *= item_units;
  } else if (p.distribution == Distribution::kBlocked) {
    axis.apart = item_units;
  }
  return axis;
}

UnitAxis row_unit(HomePattern home) {
  switch (home) {
    case HomePattern::kYReuseRow:
    case HomePattern::kNoReuseCol:
      return UnitAxis::kX;
    case HomePattern::kXReuseRow:
    case HomePattern::kNoReuseRow:
    case HomePattern::kRankK:
      return UnitAxis::kY;
    default:
      return UnitAxis::kNone;
  }
}

UnitAxis col_unit(HomePattern home) {
  switch (home) {
    case HomePattern::kYReuseCol:
    case HomePattern::kNoReuseRow:
      return UnitAxis::kX;
    case HomePattern::kXReuseCol:
    case HomePattern::kNoReuseCol:
      return UnitAxis::kY;
    default:
      return UnitAxis::kNone;
  }
}

ItemUnits make_item_units(const TemplateParameters& p, std::int64_t units, std::int64_t items) {
  const std::int64_t distance = p.distribution == Distribution::kBlocked ? 1 : items;
  if (p.unit_order == UnitOrder::kRegisterTile) return {1, units, 0, distance};
  return {units, 1, distance, 0};
}

}  // namespace

std::vector<Reference> references(const TemplateParameters& p) {
  const auto reference = [&p](UnitAxis row, UnitAxis col) {
    return Reference{make_axis(row, p, p.trips_outer, p.chunk_outer, p.radius_rows),
                     make_axis(col, p, p.trips_inner, p.chunk_inner, p.radius_cols)};
  };
  std::vector<Reference> all{reference(row_unit(p.home), col_unit(p.home))};
  if (p.home == HomePattern::kRankK) all.push_back(reference(UnitAxis::kX, UnitAxis::kNone));
  return all;
}

TargetShape target_shape(const TemplateParameters& p) {
  TargetShape shape;
  for (const Reference& reference : references(p)) {
    shape.rows = std::max(shape.rows, reference.rows.units * p.trips_outer);
    shape.cols = std::max(shape.cols, reference.cols.units * p.trips_inner);
  }
  if (p.border == Border::kPadded) {
    shape.border_rows = p.radius_rows;
    shape.border_cols = p.radius_cols;
    shape.rows += 2 * p.radius_rows;
    shape.cols += 2 * p.radius_cols;
  }
  shape.pitch = shape.cols + p.pitch_padding;
  return shape;
}

ElementType element_type(Element element) {
  switch (element) {
    case Element::kFloat:
      return {ScalarType::kFloat, 1};
    case Element::kFloat2:
      return {ScalarType::kFloat, 2};
    case Element::kFloat4:
      return {ScalarType::kFloat, 4};
    case Element::kDouble:
      return {ScalarType::kDouble, 1};
    case Element::kInt:
      return {ScalarType::kInt, 1};
    case Element::kShort:
      return {ScalarType::kShort, 1};
    case Element::kUchar4:
      return {ScalarType::kUchar, 4};
    case Element::kStruct:
      return {ScalarType::kFloat, 6, Packing::kStruct};
  }
  return {};
}

ItemUnits item_units_x(const TemplateParameters& p) {
  return make_item_units(p, p.item_units_x, p.local_x);
}

ItemUnits item_units_y(const TemplateParameters& p) {
  return make_item_units(p, p.item_units_y, p.local_y);
}

std::int64_t sum_updates(const TemplateParameters& p) {
  if (p.accumulation == Accumulation::kRegister) return 0;
  // Vectors may hold anything; a struct's members are floats.
  const bool other_type =
      p.element == Element::kDouble || p.element == Element::kInt || p.element == Element::kShort;
  const bool kept = other_type && p.loop.context_loads() == 0;
  return p.trips_outer * (kept ? 1 : p.trips_inner);
}

std::int64_t context_places(const TemplateParameters& p) {
  switch (p.context_sharing) {
    case ContextSharing::kColumn:
      return p.units_x;
    case ContextSharing::kRow:
      return p.units_y;
    default:
      return p.units_x * p.units_y;
  }
}

std::array<std::int64_t, 2> group_grid(const TemplateParameters& p) {
  return {p.units_x / p.item_units_x / p.local_x, p.units_y / p.item_units_y / p.local_y};
}

std::array<std::int64_t, 2> traced_group(const TemplateParameters& p) {
  const auto grid = group_grid(p);
  if (p.numbering == Numbering::kTwoDimensions) return {grid[0] / 2, grid[1] / 2};
  const std::int64_t middle = grid[0] * grid[1] / 2;
  return {middle % grid[0], middle / grid[0]};
}

std::vector<std::array<std::int64_t, 2>> window_offsets(const TemplateParameters& p) {
  std::vector<std::array<std::int64_t, 2>> offsets;
  for (std::int64_t dy = -p.radius_rows; dy <= p.radius_rows; ++dy) {
    std::int64_t reach = p.radius_cols;
    if (p.stencil == Stencil::kDiamond) reach = p.radius_cols - std::abs(dy);
    if (p.stencil == Stencil::kStar && dy != 0) reach = 0;
    for (std::int64_t dx = -reach; dx <= reach; ++dx) offsets.push_back({dy, dx});
  }
  return offsets;
}

}  // namespace lmtune
