// The access trace of a synthetic benchmark's baseline by address arithmetic. It follows the loops
// of templates/local_memory.cl; a test holds it against the tracer's.
#include <algorithm>
#include <array>
#include <utility>

#include "lmtune/template/synthetic_benchmark.h"
#include "template/geometry.h"

namespace lmtune {
namespace {

constexpr std::uint32_t kFloatBytes = sizeof(float);

/// A work-item's coordinates and the elements that do not change over its loops.
struct Unit {
  std::int64_t linear = 0;  ///< in the whole launch
  std::int64_t home = 0;    ///< target element at iteration (0, 0), less the stencil's radius
};

/// One memory instruction of the template: `element(unit, step)` is what it touches in its step-th
/// execution.
template <typename Element>
MemoryInstruction make_instruction(const char* argument, AccessKind kind,
                                   const std::vector<Unit>& units, std::int64_t steps,
                                   const Element& element) {
  MemoryInstruction instruction;
  instruction.argument = argument;
  instruction.kind = kind;
  instruction.bytes = kFloatBytes;
  const std::size_t warps = (units.size() + kWarpLanes - 1) / kWarpLanes;
  instruction.accesses.reserve(warps * static_cast<std::size_t>(steps));
  instruction.offsets.reserve(units.size() * static_cast<std::size_t>(steps));
  for (std::size_t warp = 0; warp < warps; ++warp) {
    const std::size_t begin = warp * kWarpLanes;
    const std::size_t end = std::min(begin + kWarpLanes, units.size());
    const std::uint32_t lanes =
        end - begin == kWarpLanes ? ~0u : (1u << static_cast<std::uint32_t>(end - begin)) - 1u;
    for (std::int64_t step = 0; step < steps; ++step) {
      instruction.accesses.push_back(
          WarpAccess{static_cast<std::uint32_t>(warp), lanes, instruction.offsets.size()});
      for (std::size_t item = begin; item < end; ++item) {
        instruction.offsets.push_back(static_cast<std::uint64_t>(element(units[item], step)) *
                                      kFloatBytes);
      }
    }
  }
  return instruction;
}

std::int64_t coordinate(UnitAxis axis, std::int64_t x, std::int64_t y) {
  if (axis == UnitAxis::kX) return x;
  return axis == UnitAxis::kY ? y : 0;
}

std::vector<Unit> units_of_group(const TemplateParameters& p, std::int64_t group_x,
                                 std::int64_t group_y) {
  const TargetAxis rows = row_axis(p);
  const TargetAxis cols = col_axis(p);
  std::vector<Unit> units;
  for (std::int64_t ly = 0; ly < p.local_y; ++ly) {
    for (std::int64_t lx = 0; lx < p.local_x; ++lx) {
      const std::int64_t x = group_x * p.local_x + lx;
      const std::int64_t y = group_y * p.local_y + ly;
      units.push_back(
          Unit{y * p.units_x + x, coordinate(rows.unit, x, y) * rows.trips * target_pitch(p) +
                                      coordinate(cols.unit, x, y) * cols.trips});
    }
  }
  return units;
}

/// The context element of the `load`-th contextual load of a band.
auto coalesced(std::int64_t band, std::int64_t all_units) {
  return [band, all_units](const Unit& unit, std::int64_t load) {
    return (band * kContextRows + load % kContextRows) * all_units + unit.linear;
  };
}

auto uncoalesced(std::int64_t band) {
  return [band](const Unit& unit, std::int64_t load) {
    return (unit.linear * 2 + band) * kContextRows + load % kContextRows;
  };
}

}  // namespace

AccessTrace trace_synthetic(const TemplateParameters& p) {
  AccessTrace trace;
  trace.group = representative_group(
      {static_cast<std::uint64_t>(p.units_x), static_cast<std::uint64_t>(p.units_y), 1},
      {static_cast<std::uint64_t>(p.local_x), static_cast<std::uint64_t>(p.local_y), 1});
  const std::vector<Unit> units = units_of_group(p, static_cast<std::int64_t>(trace.group[0]),
                                                 static_cast<std::int64_t>(trace.group[1]));
  trace.items = static_cast<std::uint32_t>(units.size());

  const std::int64_t pitch = target_pitch(p);
  const std::int64_t all_units = p.units_x * p.units_y;
  const std::int64_t window_cols = 2 * p.radius_cols + 1;
  const std::int64_t window = (2 * p.radius_rows + 1) * window_cols;
  const std::int64_t iterations = p.trips_outer * p.trips_inner;

  const auto add = [&](const char* argument, AccessKind kind, std::int64_t steps,
                       const auto& element) {
    if (steps > 0) {
      trace.instructions.push_back(make_instruction(argument, kind, units, steps, element));
    }
  };
  add("target", AccessKind::kLoad, iterations * window, [&](const Unit& unit, std::int64_t step) {
    const std::int64_t iteration = step / window;
    const std::int64_t row = iteration / p.trips_inner + step % window / window_cols;
    const std::int64_t col = iteration % p.trips_inner + step % window_cols;
    return unit.home + row * pitch + col;
  });
  add("context", AccessKind::kLoad, iterations * p.loop_coalesced, coalesced(0, all_units));
  add("context", AccessKind::kLoad, iterations * p.loop_uncoalesced, uncoalesced(0));
  add("context", AccessKind::kLoad, p.epilogue_coalesced, coalesced(1, all_units));
  add("context", AccessKind::kLoad, p.epilogue_uncoalesced, uncoalesced(1));
  add("result", AccessKind::kStore, 1, [](const Unit& unit, std::int64_t) { return unit.linear; });

  // A fused multiply-add counts as two operations, a contextual load is added in one.
  const std::int64_t loop_flops =
      2 * (window + p.loop_flops) + p.loop_coalesced + p.loop_uncoalesced;
  const std::int64_t epilogue_flops =
      2 * p.epilogue_flops + p.epilogue_coalesced + p.epilogue_uncoalesced;
  trace.operations.floating_point =
      static_cast<std::uint64_t>(iterations * loop_flops + epilogue_flops) * trace.items;
  canonicalise(trace);
  return trace;
}

}  // namespace lmtune
