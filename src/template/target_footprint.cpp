#include "template/target_footprint.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <vector>

#include "lmtune/core/trace_summary.h"
#include "template/geometry.h"

namespace lmtune {
namespace {

constexpr std::int64_t kSector = kSectorBytes;

/// Intervals of rows or columns: `count` of `length` each, `distance` from one start to the next.
struct Intervals {
  std::int64_t count = 1;
  std::int64_t distance = 0;
  std::int64_t length = 1;

  /// Rows or columns within `reach` of one of them.
  std::int64_t size(std::int64_t reach) const {
    const std::int64_t reached = length + 2 * reach;
    return (count - 1) * std::min(distance, reached) + reached;
  }
};

/// Columns that the stencil reaches to each side, `row_distance` rows from home.
std::int64_t column_reach(const TemplateParameters& p, std::int64_t row_distance) {
  if (p.stencil == Stencil::kDiamond) return p.radius_cols - row_distance;
  if (p.stencil == Stencil::kStar && row_distance != 0) return 0;
  return p.radius_cols;
}

/// Elements that the stencil reaches from homes in these rows × columns: a row takes part with the
/// columns that are reached from its nearest home row, which are the most.
std::int64_t reached_elements(const TemplateParameters& p, const Intervals& rows,
                              const Intervals& cols) {
  std::int64_t elements = 0;
  for (std::int64_t d = 0; d <= p.radius_rows; ++d) {
    const std::int64_t rows_at_distance = rows.size(d) - (d > 0 ? rows.size(d - 1) : 0);
    elements += rows_at_distance * cols.size(column_reach(p, d));
  }
  return elements;
}

/// Home rows or columns of one work-item.
Intervals item_homes(const TargetAxis& axis, const TemplateParameters& p) {
  if (axis.unit == UnitAxis::kNone) return {1, 0, axis.trips};
  const bool along_x = axis.unit == UnitAxis::kX;
  const std::int64_t distance =
      p.distribution == Distribution::kBlocked ? 1 : (along_x ? p.local_x : p.local_y);
  return {along_x ? p.item_units_x : p.item_units_y, distance * axis.trips, axis.trips};
}

struct Range {
  std::int64_t begin = 0;
  std::int64_t end = 0;
};

/// Work units of the group along one axis: all its items together leave none out.
Range group_units(UnitAxis unit, const TemplateParameters& p) {
  if (unit == UnitAxis::kNone) return {0, 1};
  const bool along_x = unit == UnitAxis::kX;
  const std::int64_t units = along_x ? p.local_x * p.item_units_x : p.local_y * p.item_units_y;
  const std::int64_t group = traced_group(p)[along_x ? 0 : 1];
  return {group * units, (group + 1) * units};
}

/// Home rows or columns of the group, from the start of the array.
Range group_homes(const TargetAxis& axis, std::int64_t border, const TemplateParameters& p) {
  const Range units = group_units(axis.unit, p);
  return {units.begin * axis.trips + border, units.end * axis.trips + border};
}

/// Neighbouring rows of which the same columns are read.
struct Band {
  Range rows;
  Range cols;
};

/// What the group reads through its one reference, from the top down.
std::vector<Band> stencil_bands(const TemplateParameters& p, const Range& rows, const Range& cols) {
  const auto reached = [&](std::int64_t row_distance) {
    const std::int64_t reach = column_reach(p, row_distance);
    return Range{cols.begin - reach, cols.end + reach};
  };
  std::vector<Band> bands;
  for (std::int64_t d = p.radius_rows; d > 0; --d) {
    bands.push_back({{rows.begin - d, rows.begin - d + 1}, reached(d)});
  }
  bands.push_back({rows, reached(0)});
  for (std::int64_t d = 1; d <= p.radius_rows; ++d) {
    bands.push_back({{rows.end + d - 1, rows.end + d}, reached(d)});
  }
  return bands;
}

/// What it reads through the two references of rank-k.
std::vector<Band> rank_k_bands(const Range& one, const Range& other, const Range& cols) {
  if (std::max(one.begin, other.begin) <= std::min(one.end, other.end)) {
    return {{{std::min(one.begin, other.begin), std::max(one.end, other.end)}, cols}};
  }
  if (one.begin < other.begin) return {{one, cols}, {other, cols}};
  return {{other, cols}, {one, cols}};
}

/// Counts the sectors of rows that come in ascending order.
class SectorCounter {
 public:
  SectorCounter(std::int64_t row_bytes, std::int64_t element_bytes)
      : row_bytes_(row_bytes),
        element_bytes_(element_bytes),
        period_(kSector / std::gcd(row_bytes, kSector)) {}

  void add(const Band& band) {
    std::int64_t row = band.rows.begin;
    add_row(row++, band.cols);
    // What a row adds depends on where in a sector it and the row before it begin: that repeats.
    const std::int64_t periods = (band.rows.end - row) / period_;
    if (periods > 1) {
      const std::int64_t before = sectors_;
      for (std::int64_t i = 0; i < period_; ++i) add_row(row++, band.cols);
      sectors_ += (periods - 1) * (sectors_ - before);
      row += (periods - 1) * period_;
      next_ = last_sector(row - 1, band.cols) + 1;
    }
    while (row < band.rows.end) add_row(row++, band.cols);
  }

  std::int64_t sectors() const { return sectors_; }

 private:
  std::int64_t last_sector(std::int64_t row, const Range& cols) const {
    return (row * row_bytes_ + cols.end * element_bytes_ - 1) / kSector;
  }

  void add_row(std::int64_t row, const Range& cols) {
    const std::int64_t first = (row * row_bytes_ + cols.begin * element_bytes_) / kSector;
    const std::int64_t end = last_sector(row, cols) + 1;
    sectors_ += std::max<std::int64_t>(end - std::max(first, next_), 0);
    next_ = std::max(next_, end);
  }

  std::int64_t row_bytes_;
  std::int64_t element_bytes_;
  std::int64_t period_;
  std::int64_t sectors_ = 0;
  std::int64_t next_ = 0;  // the first sector that is not counted yet
};

std::int64_t item_elements(const TemplateParameters& p, const std::vector<Reference>& refs) {
  const std::int64_t items = p.local_x * p.local_y;
  const auto through = [&](const Reference& reference) {
    return reached_elements(p, item_homes(reference.rows, p), item_homes(reference.cols, p));
  };
  if (refs.size() == 1) return items * through(refs[0]);
  // A unit that the group has along both axes is along both in one of its items, which reads the
  // unit's rows through both references.
  const Range x = group_units(UnitAxis::kX, p);
  const Range y = group_units(UnitAxis::kY, p);
  const std::int64_t shared =
      std::max<std::int64_t>(std::min(x.end, y.end) - std::max(x.begin, y.begin), 0);
  return items * (through(refs[0]) + through(refs[1])) - shared * p.trips_outer * p.trips_inner;
}

}  // namespace

TargetFootprint target_footprint(const TemplateParameters& p) {
  const std::vector<Reference> refs = references(p);
  const TargetShape shape = target_shape(p);
  const Range rows = group_homes(refs[0].rows, shape.border_rows, p);
  const Range cols = group_homes(refs[0].cols, shape.border_cols, p);
  const std::vector<Band> bands =
      refs.size() == 1 ? stencil_bands(p, rows, cols)
                       : rank_k_bands(rows, group_homes(refs[1].rows, shape.border_rows, p), cols);
  const std::int64_t element_bytes = size_bytes(element_type(p.element));
  std::int64_t elements = 0;
  SectorCounter sectors(shape.pitch * element_bytes, element_bytes);
  for (const Band& band : bands) {
    elements += (band.rows.end - band.rows.begin) * (band.cols.end - band.cols.begin);
    sectors.add(band);
  }
  return {static_cast<std::uint64_t>(item_elements(p, refs)), static_cast<std::uint64_t>(elements),
          static_cast<std::uint64_t>(sectors.sectors())};
}

}  // namespace lmtune
