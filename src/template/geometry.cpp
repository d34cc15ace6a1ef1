#include "template/geometry.h"

namespace lmtune {
namespace {

TargetAxis make_axis(UnitAxis unit, const TemplateParameters& p, std::int64_t trips,
                     std::int64_t chunk, std::int64_t radius) {
  TargetAxis axis{unit, 1, 1, trips, chunk, radius};
  if (unit == UnitAxis::kX) {
    axis.units = p.units_x;
    axis.group_units = p.local_x;
  } else if (unit == UnitAxis::kY) {
    axis.units = p.units_y;
    axis.group_units = p.local_y;
  }
  return axis;
}

}  // namespace

TargetAxis row_axis(const TemplateParameters& p) {
  UnitAxis unit = UnitAxis::kNone;
  if (p.home == HomePattern::kYReuseRow || p.home == HomePattern::kNoReuseCol) {
    unit = UnitAxis::kX;
  } else if (p.home == HomePattern::kXReuseRow || p.home == HomePattern::kNoReuseRow) {
    unit = UnitAxis::kY;
  }
  return make_axis(unit, p, p.trips_outer, p.chunk_outer, p.radius_rows);
}

TargetAxis col_axis(const TemplateParameters& p) {
  UnitAxis unit = UnitAxis::kNone;
  if (p.home == HomePattern::kYReuseCol || p.home == HomePattern::kNoReuseRow) {
    unit = UnitAxis::kX;
  } else if (p.home == HomePattern::kXReuseCol || p.home == HomePattern::kNoReuseCol) {
    unit = UnitAxis::kY;
  }
  return make_axis(unit, p, p.trips_inner, p.chunk_inner, p.radius_cols);
}

std::int64_t target_pitch(const TemplateParameters& p) {
  return col_axis(p).extent() + p.pitch_padding;
}

}  // namespace lmtune
