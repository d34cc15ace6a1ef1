#include "lmtune/model/folds.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "lmtune/base/error.h"
#include "unit/model/samples.h"

namespace lmtune {
namespace {

TEST(Folds, KeepASpecTogether) {
  const std::vector<Sample> samples = testing::known_samples(203, 1);
  const std::vector<std::uint32_t> folds = assign_folds(testing::pointers(samples), 5, 1);
  ASSERT_EQ(folds.size(), samples.size());
  std::map<std::string, std::set<std::uint32_t>> folds_of_spec;
  for (std::size_t i = 0; i < samples.size(); ++i) {
    folds_of_spec[samples[i].spec_id].insert(folds[i]);
  }
  for (const auto& [spec, used] : folds_of_spec) EXPECT_EQ(used.size(), 1U) << spec;
}

TEST(Folds, AreAboutEquallyLong) {
  const std::vector<Sample> samples = testing::known_samples(200, 1);
  std::map<std::uint32_t, int> rows;
  for (const std::uint32_t fold : assign_folds(testing::pointers(samples), 5, 1)) ++rows[fold];
  ASSERT_EQ(rows.size(), 5U);
  for (const auto& [fold, count] : rows) EXPECT_EQ(count, 40) << fold;
}

TEST(Folds, NoFoldIsEmptyThoughOneSpecHasMostRows) {
  std::vector<Sample> samples = testing::known_samples(100, 1);
  for (std::size_t i = 0; i < samples.size(); ++i) {
    samples[i].spec_id = i < 5 ? std::string(1, static_cast<char>('a' + i)) : "big";
  }
  std::set<std::uint32_t> used;
  for (const std::uint32_t fold : assign_folds(testing::pointers(samples), 6, 3)) used.insert(fold);
  EXPECT_EQ(used.size(), 6U);
}

TEST(Folds, DoNotDependOnTheOrderOfRows) {
  std::vector<Sample> samples = testing::known_samples(40, 1);
  const std::vector<std::uint32_t> folds = assign_folds(testing::pointers(samples), 4, 9);
  std::reverse(samples.begin(), samples.end());
  std::vector<std::uint32_t> reversed = assign_folds(testing::pointers(samples), 4, 9);
  std::reverse(reversed.begin(), reversed.end());
  EXPECT_EQ(folds, reversed);
}

TEST(Folds, ChangeWithTheSeed) {
  const std::vector<Sample> samples = testing::known_samples(200, 1);
  EXPECT_EQ(assign_folds(testing::pointers(samples), 5, 1),
            assign_folds(testing::pointers(samples), 5, 1));
  EXPECT_NE(assign_folds(testing::pointers(samples), 5, 1),
            assign_folds(testing::pointers(samples), 5, 2));
}

TEST(Folds, NeedAsManySpecs) {
  const std::vector<Sample> samples = testing::known_samples(16, 1);  // 4 specs
  EXPECT_NO_THROW(assign_folds(testing::pointers(samples), 4, 1));
  try {
    assign_folds(testing::pointers(samples), 5, 1);
    FAIL() << "5 folds of 4 specs";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::kInput);
    EXPECT_NE(error.problem().find("16 samples of 4 kernel specs"), std::string::npos);
  }
}

}  // namespace
}  // namespace lmtune
