#include "lmtune/template/item_work.h"

#include "template/geometry.h"
#include "template/synthetic_instructions.h"

namespace lmtune {
ItemWork item_work(const TemplateParameters& p) {
  const ItemUnits x = item_units_x(p);
  const ItemUnits y = item_units_y(p);
  const std::int64_t steps = x.steps * y.steps;
  const std::int64_t units = p.item_units_x * p.item_units_y;
  const std::int64_t iterations = p.trips_outer * p.trips_inner;

  // Units of a register tile that share an element share its load.
  const auto loads_of = [&](const Reference& reference) {
    const auto moves = [&](UnitAxis unit) {
      return reference.rows.unit == unit || reference.cols.unit == unit;
    };
    return (moves(UnitAxis::kX) ? x.tile : 1) * (moves(UnitAxis::kY) ? y.tile : 1);
  };
  const std::vector<Reference> all = references(p);
  std::int64_t loads = loads_of(all[0]) * static_cast<std::int64_t>(window_offsets(p).size());
  if (all.size() > 1) loads += loads_of(all[1]);
  const ElementType type = element_type(p.element);
  const std::int64_t members = type.packing == Packing::kStruct ? type.components : 1;

  const std::int64_t sums = units * sum_updates(p);
  const GroupWork group = group_work(p);
  ItemWork work;
  work.target_loads = unsigned_of(steps * iterations * loads * members);
  work.other_loads = unsigned_of(
      steps * (iterations * p.loop.context_loads() + p.epilogue.context_loads()) + sums);
  work.stores = unsigned_of(units + sums);
  work.flops = group.operations.floating_point / group.items;
  work.special = group.operations.special / group.items;
  return work;
}

}  // namespace lmtune
