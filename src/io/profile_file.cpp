#include "lmtune/io/profile_file.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <filesystem>

#include "io/benchmark_json.h"
#include "io/built_in_profiles.h"
#include "lmtune/base/error.h"
#include "lmtune/base/file.h"

namespace lmtune {
namespace {

double positive(const JsonValue& value) {
  if (!(value.number() > 0.0)) value.fail("must be above 0");
  return value.number();
}

DeviceProfile parse_profile(std::string_view text, const std::string& where) {
  const Json json = parse_json(text, where);
  const JsonValue value(json, where);
  check_format(value, "profile", kProfileFormatVersion);
  value.only_keys({"format", "format_version", "name", "source", "device", "buffer_bytes",
                   "sector_bytes_per_ns", "flops_per_ns", "warp_loads_per_ns", "latency_ns",
                   "launch_ns", "shortest_ns", "longest_ns"});
  DeviceProfile profile;
  profile.name = value.at("name").string();
  profile.source = value.at("source").string();
  profile.device = device_from_json(value.at("device"));
  profile.buffer_bytes = value.at("buffer_bytes").unsigned_integer();
  profile.sector_bytes_per_ns = positive(value.at("sector_bytes_per_ns"));
  profile.flops_per_ns = positive(value.at("flops_per_ns"));
  profile.warp_loads_per_ns = positive(value.at("warp_loads_per_ns"));
  profile.latency_ns = positive(value.at("latency_ns"));
  profile.launch_ns = positive(value.at("launch_ns"));
  profile.shortest_ns = value.at("shortest_ns").integer();
  profile.longest_ns = value.at("longest_ns").integer();
  if (profile.shortest_ns < 1 || profile.longest_ns <= profile.shortest_ns) {
    value.at("longest_ns").fail("must be above shortest_ns, and that above 0");
  }
  return profile;
}

}  // namespace

std::vector<std::string> built_in_profiles() {
  std::vector<std::string> names;
  for (const BuiltInProfile& profile : profile_texts()) names.emplace_back(profile.name);
  return names;
}

DeviceProfile find_profile(const std::string& name_or_path) {
  for (const BuiltInProfile& profile : profile_texts()) {
    if (profile.name == name_or_path) {
      return parse_profile(profile.text, fmt::format("profiles/{}.json", profile.name));
    }
  }
  if (!std::filesystem::exists(name_or_path)) {
    throw Error(ErrorKind::kUsage, name_or_path, "is neither a device profile nor a file",
                fmt::format("built-in profiles are: {}", fmt::join(built_in_profiles(), ", ")));
  }
  return parse_profile(read_file(name_or_path), name_or_path);
}

}  // namespace lmtune
