// Campaign files: benchmarks to measure, one JSON line each, with the sources they are built from.
// The format is described in docs/formats.md and docs/schemas/campaign.schema.json.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "lmtune/core/benchmark.h"

namespace lmtune {

inline constexpr int kCampaignFormatVersion = 2;

/// Where a campaign came from: enough to generate it again.
struct CampaignOrigin {
  std::string lmtune_version;
  std::string approach;  ///< generation approach, or "cases"
  std::uint64_t seed = 0;
  std::map<std::string, std::string> options;  ///< further options of the command that made it

  /// Lowest and highest value that each seed family spans of each quantity
  /// (generate/seed_ranges.h): quantity → family → range. Empty where no seed set was given.
  std::map<std::string, std::map<std::string, std::pair<double, double>>> ranges;

  bool operator==(const CampaignOrigin&) const = default;
};

/// The lines of the file with their newlines, in this order: a header that says how many benchmarks
/// follow, a line for each source before the first benchmark made from it, a line for each
/// benchmark.
std::string format_campaign_header(const CampaignOrigin& origin, std::uint64_t benchmarks);
std::string format_campaign_source(const KernelSource& source);
std::string format_campaign_benchmark(const Benchmark& benchmark);
/// The same for one made from the template, known by its parameter_values(), without making it.
std::string format_campaign_synthetic(std::span<const std::int64_t> values,
                                      const std::vector<std::string>& fills);

struct Campaign {
  CampaignOrigin origin;
  std::vector<Benchmark> benchmarks;
};

/// The whole file as text.
std::string format_campaign(const Campaign& campaign);

/// Throws kInput with file, line and JSON pointer where it is truncated, edited or of another
/// version.
Campaign read_campaign(const std::filesystem::path& path);

}  // namespace lmtune
