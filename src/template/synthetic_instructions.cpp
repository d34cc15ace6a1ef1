#include "template/synthetic_instructions.h"

#include <algorithm>
#include <utility>

#include "template/geometry.h"

namespace lmtune {
namespace {

constexpr std::int64_t kFloatBytes = sizeof(float);

/// An item's first work unit.
struct Unit {
  std::int64_t x = 0;
  std::int64_t y = 0;
};

std::int64_t place(Distribution distribution, std::int64_t item, std::int64_t item_units) {
  return distribution == Distribution::kBlocked ? item * item_units : item;
}

std::vector<Unit> first_units(const TemplateParameters& p) {
  const std::array<std::int64_t, 2> group = traced_group(p);
  std::vector<Unit> units;
  units.reserve(static_cast<std::size_t>(p.local_x * p.local_y));
  for (std::int64_t ly = 0; ly < p.local_y; ++ly) {
    for (std::int64_t lx = 0; lx < p.local_x; ++lx) {
      units.push_back(
          Unit{group[0] * p.local_x * p.item_units_x + place(p.distribution, lx, p.item_units_x),
               group[1] * p.local_y * p.item_units_y + place(p.distribution, ly, p.item_units_y)});
    }
  }
  return units;
}

/// Elements that `axis` moves by when the unit coordinate does.
std::int64_t moved(const TargetAxis& axis, UnitAxis unit) {
  return axis.unit == unit ? axis.trips : 0;
}

/// Builds instructions of one benchmark.
class InstructionBuilder {
 public:
  explicit InstructionBuilder(const TemplateParameters& p)
      : p_(p), x_(item_units_x(p)), y_(item_units_y(p)), units_(first_units(p)) {}

  void add_target(const Reference& reference,
                  const std::vector<std::array<std::int64_t, 2>>& window) {
    const ElementType type = element_type(p_.element);
    const TargetShape shape = target_shape(p_);
    const std::int64_t element_bytes = size_bytes(type);
    const std::int64_t row_bytes = shape.pitch * element_bytes;
    const auto unit_bytes = [&](UnitAxis unit) {
      return moved(reference.rows, unit) * row_bytes + moved(reference.cols, unit) * element_bytes;
    };
    const UnitBytes bytes{unit_bytes(UnitAxis::kX), unit_bytes(UnitAxis::kY)};
    std::vector<std::int64_t> around;
    for (const auto& [dy, dx] : window) around.push_back(dy * row_bytes + dx * element_bytes);
    const std::vector<Loop> loops{
        y_loop(bytes),
        x_loop(bytes),
        Loop::even(p_.trips_outer, row_bytes),
        Loop::even(p_.trips_inner, element_bytes),
        tile_loop(bytes, window.size() == 1 ? Unrolled::kYes : Unrolled::kNo),
        Loop::listed(std::move(around))};
    // A struct's members are loaded one by one.
    const std::int64_t loads = type.packing == Packing::kStruct ? type.components : 1;
    const std::int64_t first = shape.border_rows * row_bytes + shape.border_cols * element_bytes;
    for (std::int64_t member = 0; member < loads; ++member) {
      const std::int64_t bytes_each = element_bytes / loads;
      add("target", AccessKind::kLoad, bytes_each, first + member * bytes_each, bytes, loops);
    }
  }

  void add_context(const OtherWork& work, std::int64_t band, std::int64_t iterations) {
    const std::int64_t rows = p_.context_rows;
    const std::int64_t row_bytes = context_places(p_) * kFloatBytes;
    const auto of_places = [this](std::int64_t place_bytes) {
      switch (p_.context_sharing) {
        case ContextSharing::kColumn:
          return UnitBytes{place_bytes, 0};
        case ContextSharing::kRow:
          return UnitBytes{0, place_bytes};
        default:
          return UnitBytes{place_bytes, p_.units_x * place_bytes};
      }
    };
    const auto add_loads = [&](std::int64_t count, std::int64_t first, UnitBytes bytes,
                               std::int64_t step_bytes) {
      if (count == 0) return;
      add("context", AccessKind::kLoad, kFloatBytes, first, bytes, {y_loop(bytes), x_loop(bytes)},
          CyclicWalk{{Loop::even(iterations * count, 1)}, rows, step_bytes});
    };
    add_loads(work.coalesced, band * rows * row_bytes, of_places(kFloatBytes), row_bytes);
    add_loads(work.uncoalesced, band * rows * kFloatBytes, of_places(2 * rows * kFloatBytes),
              kFloatBytes);
    if (work.uniform == 0) return;
    // Uniform loads move on with the iteration and with the item's turn. One for each sum is copied
    // for all of them; several are a loop of each sum's own.
    const bool copied = work.uniform == 1 && iterations > 1;
    add("context", AccessKind::kLoad, kFloatBytes, band * rows * kFloatBytes, {0, 0}, {},
        CyclicWalk{{Loop::even(y_.steps * x_.steps, work.uniform),
                    Loop::even(iterations * work.uniform, 1)},
                   rows,
                   kFloatBytes,
                   copied ? p_.sums : 1});
  }

  void add_result() {
    const bool transposed = p_.result == ResultLayout::kTransposed;
    const UnitBytes bytes{(transposed ? p_.units_y : 1) * kFloatBytes,
                          (transposed ? 1 : p_.units_x) * kFloatBytes};
    const auto add_access = [&](AccessKind kind, std::int64_t repeats) {
      add("result", kind, kFloatBytes, 0, bytes,
          {y_loop(bytes), x_loop(bytes), tile_loop(bytes, Unrolled::kYes), Loop::even(repeats, 0)});
    };
    add_access(AccessKind::kStore, 1);
    if (p_.accumulation == Accumulation::kRegister) return;
    // The store above is the sum's first value; the loop reads and writes it.
    add_access(AccessKind::kLoad, sum_updates(p_));
    add_access(AccessKind::kStore, sum_updates(p_));
  }

  std::vector<AffineInstruction> take() { return std::move(instructions_); }

 private:
  /// Bytes from one unit to the next.
  struct UnitBytes {
    std::int64_t x = 0;
    std::int64_t y = 0;
  };

  /// Whether the loops over the tile's units are unrolled up to the access itself.
  enum class Unrolled { kNo, kYes };

  /// An access of `bytes` by each item; unit (0, 0) would start at `first`.
  void add(const char* argument, AccessKind kind, std::int64_t bytes, std::int64_t first,
           UnitBytes unit_bytes, std::vector<Loop> loops, CyclicWalk walk = {}) {
    AffineInstruction affine{
        argument, kind, static_cast<std::uint32_t>(bytes), {}, std::move(loops), std::move(walk)};
    affine.starts.reserve(units_.size());
    for (const Unit& unit : units_) {
      affine.starts.push_back(first + unit.x * unit_bytes.x + unit.y * unit_bytes.y);
    }
    instructions_.push_back(std::move(affine));
  }

  Loop y_loop(UnitBytes bytes) const { return Loop::even(y_.steps, y_.step_distance * bytes.y); }
  Loop x_loop(UnitBytes bytes) const { return Loop::even(x_.steps, x_.step_distance * bytes.x); }

  /// From the item's first unit to each unit of its register tile; units that share an element
  /// share its access. Copies in an unrolled loop go by address, see MemoryInstruction.
  Loop tile_loop(UnitBytes bytes, Unrolled unrolled) const {
    std::vector<std::int64_t> steps;
    for (std::int64_t ty = 0; ty < (bytes.y != 0 ? y_.tile : 1); ++ty) {
      for (std::int64_t tx = 0; tx < (bytes.x != 0 ? x_.tile : 1); ++tx) {
        steps.push_back(ty * y_.tile_distance * bytes.y + tx * x_.tile_distance * bytes.x);
      }
    }
    if (unrolled == Unrolled::kYes) std::sort(steps.begin(), steps.end());
    return Loop::listed(std::move(steps));
  }

  const TemplateParameters& p_;
  ItemUnits x_;
  ItemUnits y_;
  std::vector<Unit> units_;
  std::vector<AffineInstruction> instructions_;
};

/// Operations that turn a loaded element into a number; a dot product of n components has 2n - 1.
std::int64_t value_flops(Element element) {
  switch (element) {
    case Element::kFloat2:
      return 3;
    case Element::kFloat4:
    case Element::kUchar4:
      return 7;
    case Element::kStruct:
      return 5;
    default:
      return 0;
  }
}

struct Operations {
  std::int64_t flops = 0;
  std::int64_t special = 0;
};

Operations operations_of(const OtherWork& work) {
  return {2 * work.flops + 2 * work.special + work.context_loads(), work.special};
}

/// Of one work-item. A fused multiply-add counts as two.
Operations item_operations(const TemplateParameters& p) {
  const ItemUnits x = item_units_x(p);
  const ItemUnits y = item_units_y(p);
  const Reference reference = references(p)[0];
  const auto moves = [&reference](UnitAxis unit) {
    return reference.rows.unit == unit || reference.cols.unit == unit;
  };
  const std::int64_t loads =
      (moves(UnitAxis::kX) ? x.tile : 1) * (moves(UnitAxis::kY) ? y.tile : 1);
  const std::int64_t window = static_cast<std::int64_t>(window_offsets(p).size());
  const std::int64_t second = p.home == HomePattern::kRankK ? x.tile * value_flops(p.element) : 0;
  const Operations loop = operations_of(p.loop);
  const Operations epilogue = operations_of(p.epilogue);
  const std::int64_t iterations = p.trips_outer * p.trips_inner;
  const std::int64_t additions = window > 1 ? window : 0;
  const std::int64_t iteration_flops = loads * (window * value_flops(p.element) + additions) +
                                       second + 2 * x.tile * y.tile + loop.flops + p.exit_check;
  const std::int64_t unit_flops = p.sums - 1 + (p.scratch_bytes != 0 ? 1 : 0);
  const std::int64_t steps = x.steps * y.steps;
  return {steps * (iterations * iteration_flops + x.tile * y.tile * unit_flops + epilogue.flops),
          steps * (iterations * loop.special + epilogue.special)};
}

}  // namespace

std::vector<AffineInstruction> target_instructions(const TemplateParameters& p) {
  InstructionBuilder builder(p);
  const std::vector<Reference> refs = references(p);
  builder.add_target(refs[0], window_offsets(p));
  if (refs.size() > 1) builder.add_target(refs[1], {{0, 0}});
  return builder.take();
}

std::vector<AffineInstruction> other_instructions(const TemplateParameters& p) {
  InstructionBuilder builder(p);
  builder.add_context(p.loop, 0, p.trips_outer * p.trips_inner);
  builder.add_context(p.epilogue, 1, 1);
  builder.add_result();
  return builder.take();
}

GroupWork group_work(const TemplateParameters& p) {
  GroupWork work;
  work.items = static_cast<std::uint32_t>(p.local_x * p.local_y);
  const Operations operations = item_operations(p);
  work.operations.floating_point = static_cast<std::uint64_t>(operations.flops) * work.items;
  work.operations.special = static_cast<std::uint64_t>(operations.special) * work.items;
  if (p.scratch_bytes != 0) {
    const auto units = static_cast<std::uint64_t>(p.item_units_x * p.item_units_y);
    work.local_bytes = static_cast<std::uint64_t>(p.scratch_bytes);
    work.barriers = 2 * units;
    work.operations.local_loads = units * work.items;
    work.operations.local_stores = units * work.items;
  }
  return work;
}

std::vector<std::string> unaliased_arguments(const TemplateParameters& p) {
  if (!has_restrict(p.qualifiers)) return {};
  return {"context", "result", "target"};
}

}  // namespace lmtune
