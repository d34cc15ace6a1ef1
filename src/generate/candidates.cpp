#include "generate/candidates.h"

#include <algorithm>

#include "lmtune/template/rough_work.h"

namespace lmtune {
namespace {

/// What one item loads of the target is bounded: beyond, kernels only last longer.
constexpr double kMaxLoadsPerItem = 65'536.0;

}  // namespace

TemplateLimits template_limits(const DeviceProfile& profile) {
  TemplateLimits limits;
  limits.local_bytes = profile.device.local_bytes;
  limits.group_items = profile.device.max_group_items;
  limits.buffer_bytes = std::min(profile.buffer_bytes, profile.device.max_allocation_bytes);
  return limits;
}

double estimated_ns(const TemplateParameters& parameters, const DeviceProfile& profile) {
  const RoughWork work = rough_work(parameters);
  const DeviceInfo& device = profile.device;
  const double resident =
      static_cast<double>(device.compute_units) * static_cast<double>(device.unit_items);
  const double waves = std::max(work.items / resident, 1.0);
  // A compiler has about four loads in flight.
  const double chains_ns = waves * work.item_loads * profile.latency_ns / 4.0;
  const double longest =
      std::max({work.sectors * 32.0 / profile.sector_bytes_per_ns,
                work.warp_loads / profile.warp_loads_per_ns, work.flops / profile.flops_per_ns});
  return profile.launch_ns + std::max(longest, std::min(chains_ns, 4.0 * longest + 1e6));
}

std::optional<std::string> rejection(const TemplateParameters& p, const TemplateLimits& limits,
                                     const DeviceProfile& profile) {
  if (auto broken = broken_constraint(p, limits)) return broken;
  if (rough_work(p).item_loads > kMaxLoadsPerItem) return "too many loads of the target by an item";
  const double time_ns = estimated_ns(p, profile);
  if (time_ns < static_cast<double>(profile.shortest_ns)) return "too short a kernel";
  if (time_ns > static_cast<double>(profile.longest_ns)) return "too long a kernel";
  return std::nullopt;
}

}  // namespace lmtune
