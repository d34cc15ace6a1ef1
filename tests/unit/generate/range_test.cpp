#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "lmtune/base/error.h"
#include "lmtune/base/hash.h"
#include "lmtune/generate/generate.h"
#include "lmtune/io/campaign_file.h"
#include "lmtune/template/template_source.h"
#include "support/generated.h"

namespace lmtune {
namespace {

std::string campaign_text(std::uint64_t count, std::uint64_t seed) {
  Campaign campaign;
  for (const TemplateParameters& p : generated(count, seed, "nvidia-h200")) {
    campaign.benchmarks.push_back(make_synthetic(p, template_source()));
  }
  return format_campaign(campaign);
}

TEST(GenerateRange, SameSeedSameBytesOtherSeedOthers) {
  EXPECT_EQ(campaign_text(50, 1), campaign_text(50, 1));
  EXPECT_NE(campaign_text(50, 1), campaign_text(50, 2));
}

TEST(GenerateRange, TheCampaignOfASeedIsTheSameOnEveryMachine) {
  std::string parameters;
  for (const TemplateParameters& p : generated(2000, 1, "nvidia-h200")) {
    for (const auto& [name, value] : to_values(p)) parameters += fmt::format("{}={},", name, value);
  }
  EXPECT_EQ(content_hash(parameters), "d5e5d837bd2ea276");
}

TEST(GenerateRange, AShorterCampaignIsTheBeginningOfALongerOne) {
  const auto few = generated(20, 3);
  const auto many = generated(600, 3);
  EXPECT_TRUE(std::equal(few.begin(), few.end(), many.begin()));
}

TEST(GenerateRange, KeepsTheLimitsWithoutDuplicatesAndMeetsEveryPattern) {
  for (const std::string& name : built_in_profiles()) {
    const DeviceProfile profile = find_profile(name);
    std::set<std::string> ids;
    std::map<HomePattern, int> patterns;
    for (const TemplateParameters& p : generated(1000, 5, name)) {
      EXPECT_EQ(broken_constraint(p, template_limits(profile)), std::nullopt);
      EXPECT_GE(estimated_ns(p, profile), static_cast<double>(profile.shortest_ns));
      EXPECT_LE(estimated_ns(p, profile), static_cast<double>(profile.longest_ns));
      ids.insert(make_synthetic(p, template_source()).id);
      ++patterns[p.home];
    }
    EXPECT_EQ(ids.size(), 1000u) << name;
    EXPECT_EQ(patterns.size(), kHomePatternCount) << name;
  }
}

TEST(GenerateRange, LaunchesOfOneSpecFollowEachOtherAndDifferInNothingElse) {
  std::set<std::uint64_t> met;
  std::map<std::uint64_t, std::string> specs;
  std::uint64_t last = 0;
  for (const TemplateParameters& p : generated(400, 11, "nvidia-h200")) {
    const std::uint64_t spec = spec_hash(p);
    const bool is_new = spec != last && met.insert(spec).second;
    EXPECT_TRUE(is_new || spec == last) << "the spec came before";
    last = spec;
    const std::string id = spec_id(make_synthetic(p, template_source()).spec);
    EXPECT_EQ(specs.try_emplace(spec, id).first->second, id);
  }
  EXPECT_GT(met.size(), 50u);
  EXPECT_LT(met.size(), 250u);
}

TEST(GenerateRange, EstimatedTimesAreMostlyShort) {
  const DeviceProfile profile = find_profile("nvidia-h200");
  std::vector<double> times;
  double sum = 0.0;
  for (const TemplateParameters& p : generated(4000, 6, "nvidia-h200")) {
    times.push_back(estimated_ns(p, profile));
    sum += times.back();
  }
  std::sort(times.begin(), times.end());
  EXPECT_LT(times[times.size() / 2], 70'000.0);
  EXPECT_LT(sum / 4000.0, 170'000.0);
  EXPECT_GT(times[times.size() * 99 / 100], 500'000.0);
}

TEST(GenerateRange, StaysWithinTheSeedsRanges) {
  std::array<Interval, kRangeQuantityCount> wide;
  wide.fill({0.0, 1e18});
  auto narrow = wide;
  narrow[0] = {32.0, 64.0};    // group_width
  narrow[6] = {16.0, 1024.0};  // target_loads_per_item
  const SeedRanges ranges{{"one", narrow}, {"other", narrow}};
  std::size_t count = 0;
  const auto report = generate_range(generate_options(300, 2, "nvidia-h200"), &ranges,
                                     [&](std::span<const TemplateParameters> some) {
                                       for (const TemplateParameters& p : some) {
                                         const RangeQuantities quantities = range_quantities(p);
                                         EXPECT_GE(quantities[0], 32.0);
                                         EXPECT_LE(quantities[0], 64.0);
                                         EXPECT_GE(quantities[6], 16.0);
                                         EXPECT_LE(quantities[6], 1024.0);
                                         ++count;
                                       }
                                     });
  EXPECT_EQ(count, 300u);
  EXPECT_EQ(report.accepted, 300u);
  EXPECT_GT(report.rejected.at("group_width is outside the seeds' range"), 0u);
}

TEST(GenerateRange, RangesThatNothingFitsAreAnError) {
  std::array<Interval, kRangeQuantityCount> none;
  none.fill({-2.0, -1.0});
  const SeedRanges ranges{{"one", none}};
  EXPECT_THROW(generate_range(generate_options(3, 2, "pocl"), &ranges, [](auto) {}), Error);
}

TEST(SeedRanges, SyntheticBenchmarksAndTheirParametersHaveTheSameQuantities) {
  for (const TemplateParameters& p : generated(200, 13, "nvidia-h200")) {
    Benchmark benchmark = make_synthetic(p, template_source());
    benchmark.summary = summarise_synthetic(p);
    EXPECT_EQ(range_quantities(p), range_quantities(benchmark));
  }
}

TEST(SeedRanges, AFoldDropsWhatOnlyTheFamilyLeftOutSpans) {
  std::array<Interval, kRangeQuantityCount> low;
  low.fill({1.0, 10.0});
  auto high = low;
  high[2] = {5.0, 100.0};
  const SeedRanges ranges{{"high", high}, {"low", low}};
  RangeQuantities quantities;
  quantities.fill(5.0);
  EXPECT_EQ(outside_ranges(quantities, ranges, "high"), std::nullopt);
  quantities[2] = 50.0;
  EXPECT_EQ(outside_ranges(quantities, ranges), std::nullopt);
  EXPECT_EQ(outside_ranges(quantities, ranges, "low"), std::nullopt);
  EXPECT_EQ(outside_ranges(quantities, ranges, "high"), kRangeQuantities[2]);
}

}  // namespace
}  // namespace lmtune
