// What lmtune knows of an OpenCL device: identity, limits, and the sizes that decide about caching.
#pragma once

#include <array>
#include <cstdint>
#include <string>

namespace lmtune {

enum class LocalMemoryType { kDedicated, kGlobal, kNone };

std::string to_string(LocalMemoryType type);

struct DeviceInfo {
  std::string platform;
  std::string name;
  std::string vendor;
  std::string driver_version;
  std::string opencl_version;
  std::uint32_t compute_units = 1;
  std::uint64_t max_group_items = 1;
  std::array<std::uint64_t, 3> max_item_sizes{1, 1, 1};
  std::uint64_t local_bytes = 0;  ///< largest local memory of one group
  LocalMemoryType local_type = LocalMemoryType::kNone;
  std::uint64_t global_bytes = 0;
  std::uint64_t max_allocation_bytes = 0;
  std::uint64_t cache_bytes = 0;  ///< last-level cache of global memory
  bool profiling = false;         ///< device events carry times
  std::uint64_t timer_step_ns = 1;

  // OpenCL does not tell these; they come from the vendor's extension or are the usual values.
  std::uint64_t unit_local_bytes = 0;  ///< local memory of one compute unit, shared by groups
  std::uint32_t unit_items = 2048;     ///< work-items resident on one compute unit
  std::uint32_t unit_groups = 32;      ///< groups resident on one compute unit

  bool operator==(const DeviceInfo&) const = default;
};

/// Groups of `group_items` work-items and `local_bytes` of local memory that one compute unit of
/// `device` holds at a time (0 if a group does not fit at all). Registers are not known and
/// ignored.
std::uint32_t resident_groups(const DeviceInfo& device, std::uint64_t group_items,
                              std::uint64_t local_bytes);

}  // namespace lmtune
