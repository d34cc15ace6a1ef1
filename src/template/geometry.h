// The address arithmetic that launch, staging plan and trace of a synthetic benchmark share; it
// says in C++ what templates/local_memory.cl says in OpenCL C.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "lmtune/core/element_type.h"
#include "lmtune/template/template_parameters.h"

namespace lmtune {

inline std::uint64_t unsigned_of(std::int64_t value) { return static_cast<std::uint64_t>(value); }

enum class UnitAxis { kNone, kX, kY };

/// One axis of a reference to the target (its rows, or its columns): which unit coordinate moves
/// along it, and the loop over it.
struct TargetAxis {
  UnitAxis unit = UnitAxis::kNone;
  std::int64_t units = 1;   ///< different unit coordinates of the launch
  std::int64_t staged = 1;  ///< of those that a work-group stages at once …
  std::int64_t apart = 1;   ///< … and their distance
  std::int64_t trips = 1;
  std::int64_t chunk = 1;
  std::int64_t radius = 0;

  /// Staged elements of neighbouring units lie side by side, as one block.
  bool joined() const { return chunk == trips && apart == 1; }
  std::int64_t blocks() const { return joined() ? 1 : staged; }
  std::int64_t span() const { return (joined() ? staged : 1) * chunk + 2 * radius; }
};

/// A reference to the target: where its home elements are.
struct Reference {
  TargetAxis rows;
  TargetAxis cols;
};

/// One reference, or the two of rank-k.
std::vector<Reference> references(const TemplateParameters& parameters);

/// The target's shape in elements, its border included.
struct TargetShape {
  std::int64_t rows = 0;
  std::int64_t cols = 0;
  std::int64_t pitch = 0;        ///< from one row to the next
  std::int64_t border_rows = 0;  ///< before the first home row
  std::int64_t border_cols = 0;
};

TargetShape target_shape(const TemplateParameters& parameters);

ElementType element_type(Element element);

/// Steps of a work-item from one of its units to the next: how many it makes along x or y (1 where
/// all units advance together), its tile of units in registers, and the distance of two tile units.
struct ItemUnits {
  std::int64_t steps = 1;
  std::int64_t tile = 1;
  std::int64_t step_distance = 0;  ///< in units, from one step to the next
  std::int64_t tile_distance = 0;  ///< in units, from one tile unit to the next
};

ItemUnits item_units_x(const TemplateParameters& parameters);
ItemUnits item_units_y(const TemplateParameters& parameters);

/// How often each unit's sum in memory is read and written in the loops; 0 with sums in registers.
/// Once for all of the inner loop where no load in it can reach the result, as a float's type
/// tells.
std::int64_t sum_updates(const TemplateParameters& parameters);

/// Values in a row of the context array: one for each unit, or for those that share.
std::int64_t context_places(const TemplateParameters& parameters);

/// Work-groups along x and y (with flat numbering too), and the one that stands for the launch.
std::array<std::int64_t, 2> group_grid(const TemplateParameters& parameters);
std::array<std::int64_t, 2> traced_group(const TemplateParameters& parameters);

/// The stencil's offsets from home as (row, column), in the order of the loops.
std::vector<std::array<std::int64_t, 2>> window_offsets(const TemplateParameters& parameters);

}  // namespace lmtune
