// Measurements that tell how far the others can be trusted. They are never trained from.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "lmtune/core/measurement.h"

namespace lmtune {

/// Why something is measured.
enum class Role {
  kResult,     ///< a benchmark for its own sake
  kControl,    ///< A/A: both sides are the baseline, so the speedup is 1 and all else is error
  kRepeat,     ///< a benchmark once more, later in the run
  kReference,  ///< a kernel that is always the same, to see the device's clock drift
};

std::string to_string(Role role);
std::optional<Role> parse_role(std::string_view text);

/// The device that measured a row, where a run has several.
struct RowDevice {
  std::uint32_t index = 0;  ///< in the order of `lmtune devices`
  std::string name;         ///< by which `--device` finds it

  bool operator==(const RowDevice&) const = default;
};

/// One such measurement in a run file.
struct TrustRow {
  Role role = Role::kControl;  ///< not kResult
  std::optional<RowDevice> device;
  double seconds = 0.0;  ///< since the process began to measure

  Measurement measurement;  ///< of a control or repeat, with the benchmark's id

  std::int64_t reference_ns = 0;  ///< of a reference: time of one launch

  bool operator==(const TrustRow&) const = default;
};

}  // namespace lmtune
