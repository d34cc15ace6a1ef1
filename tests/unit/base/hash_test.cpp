#include "lmtune/base/hash.h"

#include <gtest/gtest.h>

namespace lmtune {
namespace {

// Published FNV-1a test vectors (http://www.isthe.com/chongo/tech/comp/fnv/).
TEST(ContentHash, MatchesPublishedVectors) {
  EXPECT_EQ(content_hash(""), "cbf29ce484222325");
  EXPECT_EQ(content_hash("a"), "af63dc4c8601ec8c");
  EXPECT_EQ(content_hash("foobar"), "85944171f73967e8");
}

}  // namespace
}  // namespace lmtune
