#include "lmtune/generate/vicinity.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "lmtune/base/hash.h"
#include "lmtune/features/features.h"
#include "lmtune/template/template_source.h"
#include "support/generated.h"

namespace lmtune {
namespace {

/// Stand-ins for real benchmarks: what a family has in common is its home pattern.
std::vector<Benchmark> seeds() {
  std::vector<Benchmark> all;
  std::map<HomePattern, int> count;
  for (const TemplateParameters& p : generated(600, 77, "nvidia-h200")) {
    if (++count[p.home] > 6 || p.home > HomePattern::kYReuseRow) continue;
    Benchmark seed = make_synthetic(p, template_source());
    seed.origin = Origin::kReal;
    seed.family = to_string(p.home);
    seed.summary = summarise_synthetic(p);
    all.push_back(std::move(seed));
  }
  return all;
}

GenerateOptions options(std::uint64_t count) { return generate_options(count, 9, "nvidia-h200"); }

std::string text_of(const VicinityBenchmark& one) {
  std::string text;
  for (const auto& [name, value] : to_values(one.parameters)) {
    text += fmt::format("{}={},", name, value);
  }
  for (const std::string& family : one.fills) text += " " + family;
  return text;
}

std::vector<std::string> texts_of(const VicinityCampaign& campaign) {
  std::vector<std::string> texts;
  for (const VicinityBenchmark& one : campaign.benchmarks) texts.push_back(text_of(one));
  return texts;
}

TEST(GenerateVicinity, TheCampaignOfASeedIsTheSameOnEveryMachine) {
  std::string all;
  for (const std::string& text : texts_of(generate_vicinity(options(400), seeds()))) all += text;
  EXPECT_EQ(content_hash(all), "e2b527f5519d42f9");
}

TEST(GenerateVicinity, LeavingAFamilyOutIsDroppingWhatFillsItAlone) {
  const std::vector<Benchmark> all_seeds = seeds();
  VicinityCampaign full = generate_vicinity(options(500), all_seeds);
  for (const std::string family : {"xy-reuse", "x-reuse-col"}) {
    VicinityCampaign rest = full;
    for (VicinityBenchmark& one : rest.benchmarks) std::erase(one.fills, family);
    std::erase_if(rest.benchmarks, [](const VicinityBenchmark& one) { return one.fills.empty(); });
    EXPECT_LT(rest.benchmarks.size(), full.benchmarks.size());
    EXPECT_EQ(texts_of(generate_vicinity(options(500), all_seeds, family)), texts_of(rest));
  }
}

TEST(GenerateVicinity, EveryFamilyGetsItsShare) {
  std::map<std::string, int> share;
  for (const VicinityBenchmark& one : generate_vicinity(options(500), seeds()).benchmarks) {
    EXPECT_FALSE(one.fills.empty());
    for (const std::string& family : one.fills) ++share[family];
  }
  EXPECT_EQ(share.size(), 4u);
  for (const auto& [family, count] : share) EXPECT_EQ(count, 125) << family;
}

TEST(GenerateVicinity, IsDenserAroundTheSeedsThanTheRangeApproach) {
  const std::vector<Benchmark> all_seeds = seeds();
  std::vector<TemplateParameters> near;
  for (const VicinityBenchmark& one : generate_vicinity(options(500), all_seeds).benchmarks) {
    near.push_back(one.parameters);
  }
  const DeviceProfile profile = find_profile("nvidia-h200");
  const auto vicinity = density_around_seeds(all_seeds, near, profile);
  const auto range =
      density_around_seeds(all_seeds, generated(near.size(), 9, "nvidia-h200"), profile);
  for (std::size_t i = 0; i < vicinity.size(); ++i) {
    EXPECT_GT(vicinity[i].average, 2.0 * range[i].average) << vicinity[i].radius;
  }
}

TEST(GenerateVicinity, KeepsLimitsAndHoldsNoDuplicate) {
  const GenerateOptions all = options(300);
  std::set<std::string> ids;
  for (const VicinityBenchmark& one : generate_vicinity(all, seeds()).benchmarks) {
    EXPECT_EQ(broken_constraint(one.parameters, template_limits(all.profile)), std::nullopt);
    EXPECT_TRUE(ids.insert(make_synthetic(one.parameters, template_source()).id).second);
  }
}

TEST(SyntheticFeatures, AreThoseOfTheBenchmark) {
  const DeviceProfile profile = find_profile("nvidia-h200");
  for (const TemplateParameters& p : generated(50, 12, "nvidia-h200")) {
    const Benchmark benchmark = make_synthetic(p, template_source());
    EXPECT_EQ(synthetic_features(p, profile.device),
              compute_features(summarise_synthetic(p), benchmark, *benchmark.plan, profile.device));
  }
}

}  // namespace
}  // namespace lmtune
