// What generation knows of the device that a campaign is for: its limits, and how fast it is.
#pragma once

#include <cstdint>
#include <string>

#include "lmtune/core/device_info.h"

namespace lmtune {

/// Rates are of the whole device. They need not be exact: they only keep kernels between the
/// shortest and the longest time that is worth measuring.
struct DeviceProfile {
  std::string name;
  std::string source;  ///< where the figures come from
  DeviceInfo device;
  std::uint64_t buffer_bytes = 0;    ///< largest buffer that a benchmark may have
  double sector_bytes_per_ns = 0.0;  ///< of sectors that the caches deliver
  double flops_per_ns = 0.0;         ///< single precision; a fused multiply-add is two
  double warp_loads_per_ns = 0.0;    ///< load instructions of whole warps
  double latency_ns = 0.0;           ///< of one load that waits for the one before
  double launch_ns = 0.0;            ///< of an empty kernel
  std::int64_t shortest_ns = 20'000;
  std::int64_t longest_ns = 5'000'000;

  bool operator==(const DeviceProfile&) const = default;
};

}  // namespace lmtune
