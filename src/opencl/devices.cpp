#include "lmtune/opencl/devices.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <optional>

#include "lmtune/base/error.h"
#include "opencl/device_query.h"

namespace lmtune {
namespace {

std::string lower(std::string text) {
  for (char& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return text;
}

std::string full_name(const DeviceInfo& device) {
  return fmt::format("{}:{}", device.platform, device.name);
}

enum class Fit { kNot, kInPart, kInFull };

Fit fit(const DeviceInfo& device, const std::string& name) {
  const std::string platform = lower(device.platform);
  const std::string own = lower(device.name);
  const std::string wanted = lower(name);
  if (own == wanted || platform + ":" + own == wanted) return Fit::kInFull;
  if (own.find(wanted) != std::string::npos) return Fit::kInPart;
  const std::size_t colon = wanted.find(':');
  if (colon == std::string::npos) return Fit::kNot;
  const bool both = platform.find(wanted.substr(0, colon)) != std::string::npos &&
                    own.find(wanted.substr(colon + 1)) != std::string::npos;
  return both ? Fit::kInPart : Fit::kNot;
}

/// Those that fit in full if there are any, else those that fit in part.
std::vector<std::size_t> fitting(const std::vector<DeviceInfo>& devices, const std::string& name) {
  std::vector<std::size_t> in_full, in_part;
  for (std::size_t i = 0; i < devices.size(); ++i) {
    const Fit how = fit(devices[i], name);
    if (how == Fit::kInFull) in_full.push_back(i);
    if (how == Fit::kInPart) in_part.push_back(i);
  }
  return in_full.empty() ? in_part : in_full;
}

/// The N of a name that ends in "#N".
std::optional<std::size_t> ordinal(const std::string& name) {
  const std::size_t hash = name.rfind('#');
  if (hash == std::string::npos) return std::nullopt;
  std::size_t value = 0;
  const char* end = name.data() + name.size();
  const auto [stop, code] = std::from_chars(name.data() + hash + 1, end, value);
  if (code != std::errc() || stop != end) return std::nullopt;
  return value;
}

std::string candidates(const std::vector<DeviceInfo>& devices,
                       const std::vector<std::size_t>& indices) {
  std::string text;
  for (std::size_t i : indices) text += "\n    " + device_selector(devices, i);
  return text;
}

std::vector<std::size_t> all_of(const std::vector<DeviceInfo>& devices) {
  std::vector<std::size_t> indices(devices.size());
  for (std::size_t i = 0; i < indices.size(); ++i) indices[i] = i;
  return indices;
}

std::size_t default_device(const std::vector<DeviceInfo>& devices) {
  for (std::size_t i = 0; i < devices.size(); ++i) {
    if (devices[i].local_type == LocalMemoryType::kDedicated) return i;
  }
  return 0;
}

}  // namespace

std::vector<DeviceInfo> list_devices() {
  std::vector<DeviceInfo> devices;
  for (ClDevice& device : query_devices()) devices.push_back(std::move(device.info));
  return devices;
}

std::size_t select_device(const std::vector<DeviceInfo>& devices, const std::string& name) {
  if (devices.empty()) throw Error(ErrorKind::kDevice, "", "there is no OpenCL device");
  if (name.empty()) return default_device(devices);

  std::vector<std::size_t> found = fitting(devices, name);
  if (const auto number = ordinal(name); found.empty() && number) {
    found = fitting(devices, name.substr(0, name.rfind('#')));
    if (*number >= 1 && *number <= found.size()) return found[*number - 1];
    found.clear();
  }
  if (found.size() == 1) return found.front();
  if (found.empty()) {
    throw Error(ErrorKind::kUsage, "--device", fmt::format("no device is named '{}'", name),
                "the devices are:" + candidates(devices, all_of(devices)));
  }
  throw Error(ErrorKind::kUsage, "--device",
              fmt::format("'{}' fits {} devices", name, found.size()),
              "name one of:" + candidates(devices, found));
}

std::string device_selector(const std::vector<DeviceInfo>& devices, std::size_t index) {
  const std::string& name = devices[index].name;
  if (fitting(devices, name).size() == 1) return name;
  const std::string full = full_name(devices[index]);
  const std::vector<std::size_t> same = fitting(devices, full);
  if (same.size() == 1) return full;
  const auto place = std::find(same.begin(), same.end(), index) - same.begin();
  return fmt::format("{}#{}", full, place + 1);
}

}  // namespace lmtune
