#include "lmtune/measure/shard.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "lmtune/base/error.h"
#include "measure/sample_choice.h"
#include "support/fake_executor.h"

namespace lmtune {
namespace {

TEST(ShardTest, IsParsedFromOne) {
  const Shard shard = parse_shard("2/8", "--shard");
  EXPECT_EQ(shard.index, 1u);
  EXPECT_EQ(shard.count, 8u);
  for (const char* text : {"", "2", "0/8", "9/8", "2/", "/8", "2/8x", "a/8", "-1/8", "1/0"}) {
    EXPECT_THROW(parse_shard(text, "--shard"), Error) << text;
  }
}

TEST(ShardTest, PartsAreDisjointCompleteAndEven) {
  std::vector<int> sizes(4);
  for (int i = 0; i < 400; ++i) {
    const KernelSpec spec = testing::fake_benchmark(fmt::format("b{}", i)).spec;
    int members = 0;
    for (std::uint32_t index = 0; index < 4; ++index) {
      if (!in_shard(spec, {index, 4})) continue;
      ++members;
      ++sizes[index];
    }
    EXPECT_EQ(members, 1);
  }
  for (const int size : sizes) EXPECT_NEAR(size, 100, 40);
}

TEST(SampleChoiceTest, TakesAboutTheShareAndAnotherOneForEachPurpose) {
  int controls = 0, both = 0;
  for (int i = 0; i < 2000; ++i) {
    const std::string id = testing::fake_benchmark(fmt::format("b{}", i)).id;
    const bool control = is_chosen(id, "control", 0.1);
    controls += control ? 1 : 0;
    both += control && is_chosen(id, "repeat", 0.1) ? 1 : 0;
    EXPECT_EQ(control, is_chosen(id, "control", 0.1));
    EXPECT_TRUE(is_chosen(id, "control", 1.0));
    EXPECT_FALSE(is_chosen(id, "control", 0.0));
  }
  EXPECT_NEAR(controls, 200, 50);
  EXPECT_LT(both, 60);
}

}  // namespace
}  // namespace lmtune
