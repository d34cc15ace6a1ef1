// The address arithmetic that launch, staging plan and trace of a synthetic benchmark share; it
// says in C++ what templates/local_memory.cl says in OpenCL C.
#pragma once

#include <cstdint>

#include "lmtune/template/template_parameters.h"

namespace lmtune {

/// Rows of the context array in each of its two bands; CONTEXT_ROWS of the template.
inline constexpr std::int64_t kContextRows = 16;

enum class UnitAxis { kNone, kX, kY };

/// One axis of the target (rows, or columns): which unit coordinate moves along it, and the loop
/// over it.
struct TargetAxis {
  UnitAxis unit = UnitAxis::kNone;
  std::int64_t units = 1;        ///< different unit coordinates of the launch
  std::int64_t group_units = 1;  ///< of one work-group
  std::int64_t trips = 1;
  std::int64_t chunk = 1;
  std::int64_t radius = 0;

  bool whole() const { return chunk == trips; }
  std::int64_t extent() const { return units * trips + 2 * radius; }  ///< of the target
  /// Stretches of the tile, and elements in each: a stretch for each unit, or one for all of them.
  std::int64_t blocks() const { return whole() ? 1 : group_units; }
  std::int64_t span() const { return (whole() ? group_units * trips : chunk) + 2 * radius; }
};

/// Elements from one row of the target to the next.
std::int64_t target_pitch(const TemplateParameters& parameters);

TargetAxis row_axis(const TemplateParameters& parameters);
TargetAxis col_axis(const TemplateParameters& parameters);

}  // namespace lmtune
