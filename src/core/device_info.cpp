#include "lmtune/core/device_info.h"

#include <algorithm>

namespace lmtune {

std::string to_string(LocalMemoryType type) {
  switch (type) {
    case LocalMemoryType::kDedicated:
      return "dedicated";
    case LocalMemoryType::kGlobal:
      return "global";
    case LocalMemoryType::kNone:
      return "none";
  }
  return "";
}

std::uint32_t resident_groups(const DeviceInfo& device, std::uint64_t group_items,
                              std::uint64_t local_bytes) {
  if (group_items == 0 || local_bytes > device.local_bytes) return 0;
  std::uint64_t groups =
      std::min<std::uint64_t>(device.unit_groups, device.unit_items / group_items);
  if (local_bytes > 0) groups = std::min(groups, device.unit_local_bytes / local_bytes);
  // A device whose tables are too small for its own limits still runs one group at a time.
  return static_cast<std::uint32_t>(std::max<std::uint64_t>(groups, 1));
}

}  // namespace lmtune
