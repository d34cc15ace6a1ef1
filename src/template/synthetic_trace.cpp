// The access trace of a synthetic benchmark's baseline by address arithmetic. It follows the loops
// of templates/local_memory.cl; a test holds it against the tracer's.
#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "lmtune/template/synthetic_benchmark.h"
#include "template/affine_instruction.h"
#include "template/geometry.h"

namespace lmtune {
namespace {

constexpr std::int64_t kFloatBytes = sizeof(float);

using Steps = std::vector<std::int64_t>;

/// An item's first work unit.
struct Unit {
  std::int64_t x = 0;
  std::int64_t y = 0;
};

std::int64_t place(Distribution distribution, std::int64_t item, std::int64_t item_units) {
  return distribution == Distribution::kBlocked ? item * item_units : item;
}

std::vector<Unit> first_units(const TemplateParameters& p,
                              const std::array<std::int64_t, 2>& group) {
  std::vector<Unit> units;
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

std::int64_t coordinate(const TargetAxis& axis, const Unit& unit) {
  if (axis.unit == UnitAxis::kX) return unit.x * axis.trips;
  return axis.unit == UnitAxis::kY ? unit.y * axis.trips : 0;
}

/// Builds the instructions of one benchmark.
class TraceBuilder {
 public:
  explicit TraceBuilder(const TemplateParameters& p)
      : p_(p),
        shape_(target_shape(p)),
        x_(item_units_x(p)),
        y_(item_units_y(p)),
        units_(first_units(p, traced_group(p))) {}

  std::vector<MemoryInstruction> instructions() {
    const std::vector<Reference> refs = references(p_);
    add_target(refs[0], window_offsets(p_));
    if (refs.size() > 1) add_target(refs[1], {{0, 0}});
    const std::int64_t iterations = p_.trips_outer * p_.trips_inner;
    add_context(p_.loop, 0, iterations);
    add_context(p_.epilogue, 1, 1);
    add_result();
    return std::move(instructions_);
  }

  std::size_t items() const { return units_.size(); }

 private:
  /// Enumerates an access of `bytes` by each item, starting at `start(unit)`. Loops without steps
  /// never run.
  template <typename Start>
  void add(const char* argument, AccessKind kind, std::int64_t bytes, std::vector<Steps> steps,
           const Start& start) {
    if (std::any_of(steps.begin(), steps.end(), [](const Steps& s) { return s.empty(); })) return;
    AffineInstruction affine{
        argument, kind, static_cast<std::uint32_t>(bytes), {}, std::move(steps)};
    for (const Unit& unit : units_) affine.starts.push_back(start(unit));
    instructions_.push_back(enumerate(affine));
  }

  void add_target(const Reference& reference,
                  const std::vector<std::array<std::int64_t, 2>>& window) {
    const ElementType type = element_type(p_.element);
    const std::int64_t element_bytes = size_bytes(type);
    const std::int64_t row_bytes = shape_.pitch * element_bytes;
    const auto unit_bytes = [&](UnitAxis unit) {
      return moved(reference.rows, unit) * row_bytes + moved(reference.cols, unit) * element_bytes;
    };
    const std::int64_t x_bytes = unit_bytes(UnitAxis::kX);
    const std::int64_t y_bytes = unit_bytes(UnitAxis::kY);
    Steps around;
    for (const auto& [dy, dx] : window) around.push_back(dy * row_bytes + dx * element_bytes);
    const std::vector<Steps> steps{
        even_steps(y_.steps, y_.step_distance * y_bytes),
        even_steps(x_.steps, x_.step_distance * x_bytes),
        even_steps(p_.trips_outer, row_bytes),
        even_steps(p_.trips_inner, element_bytes),
        tile_steps(x_bytes, y_bytes, window.size() == 1 ? Unrolled::kYes : Unrolled::kNo),
        around};
    // A struct's members are loaded one by one.
    const std::int64_t loads = type.packing == Packing::kStruct ? type.components : 1;
    for (std::int64_t member = 0; member < loads; ++member) {
      add("target", AccessKind::kLoad, element_bytes / loads, steps, [&](const Unit& unit) {
        return (coordinate(reference.rows, unit) + shape_.border_rows) * row_bytes +
               (coordinate(reference.cols, unit) + shape_.border_cols) * element_bytes +
               member * (element_bytes / loads);
      });
    }
  }

  /// Whether the loops over the tile's units are unrolled up to the access itself.
  enum class Unrolled { kNo, kYes };

  /// From the item's first unit to each unit of its register tile; units that share an element
  /// share its access. Copies in an unrolled loop go by address, see MemoryInstruction.
  Steps tile_steps(std::int64_t x_bytes, std::int64_t y_bytes, Unrolled unrolled) const {
    Steps steps;
    for (std::int64_t ty = 0; ty < (y_bytes != 0 ? y_.tile : 1); ++ty) {
      for (std::int64_t tx = 0; tx < (x_bytes != 0 ? x_.tile : 1); ++tx) {
        steps.push_back(ty * y_.tile_distance * y_bytes + tx * x_.tile_distance * x_bytes);
      }
    }
    if (unrolled == Unrolled::kYes) std::sort(steps.begin(), steps.end());
    return steps;
  }

  /// `iterations` times `count` loads from successive context rows, `row_bytes` apart.
  static Steps context_rows(std::int64_t iterations, std::int64_t count, std::int64_t row_bytes) {
    Steps steps;
    for (std::int64_t load = 0; load < iterations * count; ++load) {
      steps.push_back(load % kContextRows * row_bytes);
    }
    return steps;
  }

  void add_context(const OtherWork& work, std::int64_t band, std::int64_t iterations) {
    const std::int64_t all_units = p_.units_x * p_.units_y;
    const auto steps = [&](std::int64_t unit_bytes, Steps rows) {
      const std::int64_t y_bytes = unit_bytes * p_.units_x;
      return std::vector<Steps>{even_steps(y_.steps, y_.step_distance * y_bytes),
                                even_steps(x_.steps, x_.step_distance * unit_bytes),
                                std::move(rows)};
    };
    const auto linear = [this](const Unit& unit) { return unit.y * p_.units_x + unit.x; };
    add("context", AccessKind::kLoad, kFloatBytes,
        steps(kFloatBytes, context_rows(iterations, work.coalesced, all_units * kFloatBytes)),
        [&](const Unit& unit) {
          return (band * kContextRows * all_units + linear(unit)) * kFloatBytes;
        });
    add("context", AccessKind::kLoad, kFloatBytes,
        steps(2 * kContextRows * kFloatBytes,
              context_rows(iterations, work.uncoalesced, kFloatBytes)),
        [&](const Unit& unit) { return (linear(unit) * 2 + band) * kContextRows * kFloatBytes; });
    // Uniform loads move on with the iteration and with the item's turn.
    Steps uniform;
    for (std::int64_t turn = 0; turn < y_.steps * x_.steps; ++turn) {
      for (std::int64_t load = 0; load < iterations * work.uniform; ++load) {
        uniform.push_back((turn * work.uniform + load) % kContextRows * kFloatBytes);
      }
    }
    add("context", AccessKind::kLoad, kFloatBytes, {std::move(uniform)},
        [&](const Unit&) { return band * kContextRows * kFloatBytes; });
  }

  void add_result() {
    const bool transposed = p_.result == ResultLayout::kTransposed;
    const std::int64_t x_bytes = (transposed ? p_.units_y : 1) * kFloatBytes;
    const std::int64_t y_bytes = (transposed ? 1 : p_.units_x) * kFloatBytes;
    const auto start = [&](const Unit& unit) { return unit.x * x_bytes + unit.y * y_bytes; };
    const auto steps = [&](std::int64_t repeats) {
      return std::vector<Steps>{even_steps(y_.steps, y_.step_distance * y_bytes),
                                even_steps(x_.steps, x_.step_distance * x_bytes),
                                tile_steps(x_bytes, y_bytes, Unrolled::kYes),
                                even_steps(repeats, 0)};
    };
    add("result", AccessKind::kStore, kFloatBytes, steps(1), start);
    if (p_.accumulation == Accumulation::kRegister) return;
    // The store above is the sum's first value; the loop reads and writes it.
    const std::int64_t iterations = p_.trips_outer * p_.trips_inner;
    add("result", AccessKind::kLoad, kFloatBytes, steps(iterations), start);
    add("result", AccessKind::kStore, kFloatBytes, steps(iterations), start);
  }

  const TemplateParameters& p_;
  TargetShape shape_;
  ItemUnits x_;
  ItemUnits y_;
  std::vector<Unit> units_;
  std::vector<MemoryInstruction> instructions_;
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
  return {2 * work.flops + 2 * work.special + work.coalesced + work.uncoalesced + work.uniform,
          work.special};
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

AccessTrace trace_synthetic(const TemplateParameters& p) {
  TraceBuilder builder(p);
  AccessTrace trace;
  const auto group = traced_group(p);
  if (p.numbering == Numbering::kFlat) {
    trace.group = {static_cast<std::uint64_t>(group[1] * group_grid(p)[0] + group[0]), 0, 0};
  } else {
    trace.group = {static_cast<std::uint64_t>(group[0]), static_cast<std::uint64_t>(group[1]), 0};
  }
  trace.items = static_cast<std::uint32_t>(builder.items());
  trace.instructions = builder.instructions();
  const Operations operations = item_operations(p);
  trace.operations.floating_point = static_cast<std::uint64_t>(operations.flops) * trace.items;
  trace.operations.special = static_cast<std::uint64_t>(operations.special) * trace.items;
  if (p.scratch_bytes != 0) {
    const auto units = static_cast<std::uint64_t>(p.item_units_x * p.item_units_y);
    trace.local_bytes = static_cast<std::uint64_t>(p.scratch_bytes);
    trace.barriers = 2 * units;
    trace.operations.local_loads = units * trace.items;
    trace.operations.local_stores = units * trace.items;
  }
  canonicalise(trace);
  return trace;
}

}  // namespace lmtune
