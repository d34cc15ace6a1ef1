// `lmtune devices`: the OpenCL devices of this machine, with what matters for local memory.
#include <fmt/format.h>

#include <CLI/CLI.hpp>

#include "lmtune/cli/command.h"
#include "lmtune/io/output_json.h"
#include "lmtune/opencl/devices.h"

namespace lmtune {
namespace {

std::string bytes_text(std::uint64_t bytes) {
  constexpr const char* kUnits[] = {"bytes", "KiB", "MiB", "GiB", "TiB"};
  double value = static_cast<double>(bytes);
  std::size_t unit = 0;
  while (value >= 1024.0 && unit < 4) {
    value /= 1024.0;
    ++unit;
  }
  return fmt::format("{:.{}f} {}", value,
                     value == static_cast<double>(bytes) || value >= 100 ? 0 : 1, kUnits[unit]);
}

std::string local_text(const DeviceInfo& device) {
  switch (device.local_type) {
    case LocalMemoryType::kDedicated:
      return fmt::format("{} a group, {} a compute unit", bytes_text(device.local_bytes),
                         bytes_text(device.unit_local_bytes));
    case LocalMemoryType::kGlobal:
      return fmt::format("{} a group, emulated in global memory", bytes_text(device.local_bytes));
    case LocalMemoryType::kNone:
      break;
  }
  return "none";
}

void print_device(const DeviceInfo& device, const std::string& selector) {
  fmt::print("{}\n", device.name);
  const auto line = [](const char* what, const std::string& value) {
    fmt::print("  {:<20}{}\n", what, value);
  };
  line("select it by", fmt::format("--device '{}'", selector));
  line("platform", fmt::format("{} ({})", device.platform, device.vendor));
  line("driver", fmt::format("{}, {}", device.driver_version, device.opencl_version));
  line("compute units", fmt::format("{}", device.compute_units));
  line("local memory", local_text(device));
  line("largest work-group",
       fmt::format("{} work-items ({} x {} x {})", device.max_group_items, device.max_item_sizes[0],
                   device.max_item_sizes[1], device.max_item_sizes[2]));
  if (device.local_type == LocalMemoryType::kDedicated) {
    line("resident at most", fmt::format("{} work-items and {} groups a compute unit",
                                         device.unit_items, device.unit_groups));
  }
  line("cache", device.cache_bytes == 0 ? "unknown" : bytes_text(device.cache_bytes));
  line("global memory", fmt::format("{}, {} in one buffer", bytes_text(device.global_bytes),
                                    bytes_text(device.max_allocation_bytes)));
  line("kernel timer", device.profiling ? fmt::format("steps of {} ns", device.timer_step_ns)
                                        : "none: lmtune cannot measure on it");
}

}  // namespace

void add_devices_command(CLI::App& app, ExitCode&) {
  CLI::App* command = app.add_subcommand(
      "devices", "OpenCL devices of this machine, with what matters for local memory");
  command->footer(
      "Example:\n  lmtune devices\n\nOCL_ICD_VENDORS, as everywhere, names the folder or "
      "file of the drivers to use.");
  auto json = std::make_shared<bool>(false);
  command->add_flag("--json", *json, "Print JSON on stdout");
  command->callback([json] {
    const std::vector<DeviceInfo> devices = list_devices();
    if (*json) {
      fmt::print("{}\n", format_devices(devices));
      return;
    }
    for (std::size_t i = 0; i < devices.size(); ++i) {
      if (i > 0) fmt::print("\n");
      print_device(devices[i], device_selector(devices, i));
    }
  });
}

}  // namespace lmtune
