#include <gtest/gtest.h>

#include <map>
#include <set>

#include "lmtune/base/error.h"
#include "lmtune/base/hash.h"
#include "lmtune/generate/generate.h"
#include "lmtune/io/campaign_file.h"
#include "lmtune/template/template_source.h"

namespace lmtune {
namespace {

std::string campaign_text(std::uint64_t count, std::uint64_t seed, CampaignSize size) {
  Campaign campaign;
  for (const TemplateParameters& p : generate_range({count, seed, size})) {
    campaign.benchmarks.push_back(make_synthetic(p, template_source()));
  }
  return format_campaign(campaign);
}

TEST(GenerateRange, SameSeedSameBytesOtherSeedOthers) {
  EXPECT_EQ(campaign_text(50, 1, CampaignSize::kLarge), campaign_text(50, 1, CampaignSize::kLarge));
  EXPECT_NE(campaign_text(50, 1, CampaignSize::kLarge), campaign_text(50, 2, CampaignSize::kLarge));
}

TEST(GenerateRange, AShorterCampaignIsTheBeginningOfALongerOne) {
  const auto few = generate_range({20, 3, CampaignSize::kSmall});
  const auto many = generate_range({60, 3, CampaignSize::kSmall});
  EXPECT_TRUE(std::equal(few.begin(), few.end(), many.begin()));
}

TEST(GenerateRange, KeepsTheLimitsWithoutDuplicatesAndMeetsEveryPattern) {
  for (const CampaignSize size : {CampaignSize::kSmall, CampaignSize::kLarge}) {
    std::set<std::string> ids;
    std::map<HomePattern, int> patterns;
    for (const TemplateParameters& p : generate_range({1000, 5, size})) {
      EXPECT_EQ(broken_constraint(p, campaign_limits(size)), std::nullopt);
      ids.insert(make_synthetic(p, template_source()).id);
      ++patterns[p.home];
    }
    EXPECT_EQ(ids.size(), 1000u);
    EXPECT_EQ(patterns.size(), kHomePatternCount);
  }
}

}  // namespace
}  // namespace lmtune
