#include "lmtune/template/rough_work.h"

#include <algorithm>

#include "lmtune/core/element_type.h"
#include "lmtune/template/tile.h"
#include "template/geometry.h"

namespace lmtune {
namespace {

constexpr double kLanes = 32.0;
constexpr double kSectorsOfCoalesced = 4.0;  // 32 lanes x 4 bytes
constexpr double kSpecialFlops = 8.0;        // what a reciprocal square root costs beside an add

double real(std::int64_t value) { return static_cast<double>(value); }

/// Sectors that lanes a distance apart touch.
double sectors_of_lanes(double lanes, double distance_bytes, double element_bytes) {
  return std::clamp(lanes * distance_bytes / 32.0, element_bytes / 32.0, lanes) + 0.5;
}

double sectors_per_warp(const TemplateParameters& p, const Reference& reference) {
  const double width = std::min(kLanes, real(p.local_x));
  const double height = kLanes / width;
  const double element_bytes = real(static_cast<std::int64_t>(size_bytes(element_type(p.element))));
  double along_x = 1.0;
  if (reference.rows.unit == UnitAxis::kX) along_x = width;
  if (reference.cols.unit == UnitAxis::kX) {
    along_x = sectors_of_lanes(width, real(p.trips_inner) * element_bytes, element_bytes);
  }
  const bool moves_along_y =
      reference.rows.unit == UnitAxis::kY || reference.cols.unit == UnitAxis::kY;
  return along_x * (moves_along_y ? height : 1.0);
}

/// Sectors of a warp's contextual loads.
double context_sectors(const OtherWork& work) {
  return real(work.coalesced) * kSectorsOfCoalesced + real(work.uncoalesced) * kLanes +
         real(work.uniform);
}

double flops(const OtherWork& work) {
  return 2.0 * real(work.flops) + kSpecialFlops * real(work.special);
}

}  // namespace

RoughWork rough_work(const TemplateParameters& p) {
  const double units = real(p.units_x * p.units_y);
  const double iterations = units * real(p.trips_outer * p.trips_inner);
  const double window = static_cast<double>(target_loads(p)) / iterations;
  double target_sectors = 0.0;
  const std::vector<Reference> all = references(p);
  for (const Reference& reference : all) target_sectors += sectors_per_warp(p, reference);
  target_sectors *= window / static_cast<double>(all.size());
  RoughWork work;
  work.items = units / real(p.item_units_x * p.item_units_y);
  work.item_loads = iterations / work.items * window;
  work.warp_loads = iterations / kLanes * (window + real(p.loop.context_loads())) +
                    units / kLanes * (1.0 + real(p.epilogue.context_loads()));
  work.sectors = iterations / kLanes * (target_sectors + context_sectors(p.loop)) +
                 units / kLanes * (kSectorsOfCoalesced + context_sectors(p.epilogue));
  work.flops = iterations * (window + flops(p.loop)) + units * flops(p.epilogue);
  if (p.accumulation == Accumulation::kMemory) {
    work.warp_loads += 2.0 * iterations / kLanes;
    work.sectors += 2.0 * iterations / kLanes * kSectorsOfCoalesced;
  }
  return work;
}

}  // namespace lmtune
