// JSON of devices, as run and model files and `devices --json` hold them.
#include <fmt/format.h>

#include "io/benchmark_json.h"
#include "lmtune/io/output_json.h"

namespace lmtune {

Json to_json(const DeviceInfo& device) {
  return Json{{"platform", device.platform},
              {"name", device.name},
              {"vendor", device.vendor},
              {"driver_version", device.driver_version},
              {"opencl_version", device.opencl_version},
              {"compute_units", device.compute_units},
              {"max_group_items", device.max_group_items},
              {"max_item_sizes", device.max_item_sizes},
              {"local_bytes", device.local_bytes},
              {"local_type", to_string(device.local_type)},
              {"global_bytes", device.global_bytes},
              {"max_allocation_bytes", device.max_allocation_bytes},
              {"cache_bytes", device.cache_bytes},
              {"profiling", device.profiling},
              {"timer_step_ns", device.timer_step_ns},
              {"unit_local_bytes", device.unit_local_bytes},
              {"unit_items", device.unit_items},
              {"unit_groups", device.unit_groups}};
}

DeviceInfo device_from_json(const JsonValue& value) {
  value.only_keys({"platform", "name", "vendor", "driver_version", "opencl_version",
                   "compute_units", "max_group_items", "max_item_sizes", "local_bytes",
                   "local_type", "global_bytes", "max_allocation_bytes", "cache_bytes", "profiling",
                   "timer_step_ns", "unit_local_bytes", "unit_items", "unit_groups"});
  const auto count32 = [&value](const char* key) {
    return static_cast<std::uint32_t>(value.at(key).unsigned_integer());
  };
  DeviceInfo device;
  device.platform = value.at("platform").string();
  device.name = value.at("name").string();
  device.vendor = value.at("vendor").string();
  device.driver_version = value.at("driver_version").string();
  device.opencl_version = value.at("opencl_version").string();
  device.compute_units = count32("compute_units");
  device.max_group_items = value.at("max_group_items").unsigned_integer();
  const auto sizes = value.at("max_item_sizes").elements();
  if (sizes.size() != 3) value.at("max_item_sizes").fail("must hold 3 sizes");
  for (std::size_t d = 0; d < 3; ++d) device.max_item_sizes[d] = sizes[d].unsigned_integer();
  device.local_bytes = value.at("local_bytes").unsigned_integer();
  const std::string type = value.at("local_type").string();
  bool known = false;
  for (const LocalMemoryType candidate :
       {LocalMemoryType::kDedicated, LocalMemoryType::kGlobal, LocalMemoryType::kNone}) {
    if (type != to_string(candidate)) continue;
    device.local_type = candidate;
    known = true;
  }
  if (!known) {
    value.at("local_type")
        .fail(fmt::format("\"{}\" is no type of local memory", type),
              "write dedicated, global or none");
  }
  device.global_bytes = value.at("global_bytes").unsigned_integer();
  device.max_allocation_bytes = value.at("max_allocation_bytes").unsigned_integer();
  device.cache_bytes = value.at("cache_bytes").unsigned_integer();
  device.profiling = value.at("profiling").boolean();
  device.timer_step_ns = value.at("timer_step_ns").unsigned_integer();
  device.unit_local_bytes = value.at("unit_local_bytes").unsigned_integer();
  device.unit_items = count32("unit_items");
  device.unit_groups = count32("unit_groups");
  return device;
}

std::string format_devices(std::span<const DeviceInfo> devices) {
  Json json{{"format", "lmtune-devices"},
            {"format_version", kDevicesFormatVersion},
            {"devices", Json::array()}};
  for (const DeviceInfo& device : devices) json["devices"].push_back(to_json(device));
  return json.dump(2);
}

}  // namespace lmtune
