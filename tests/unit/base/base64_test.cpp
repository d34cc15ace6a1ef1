#include "lmtune/base/base64.h"

#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <utility>

namespace lmtune {
namespace {

/// The test vectors of RFC 4648, section 10.
constexpr std::pair<const char*, const char*> kPairs[] = {
    {"", ""},
    {"f", "Zg=="},
    {"fo", "Zm8="},
    {"foo", "Zm9v"},
    {"foob", "Zm9vYg=="},
    {"fooba", "Zm9vYmE="},
    {"foobar", "Zm9vYmFy"},
};

TEST(Base64, IsThatOfTheStandard) {
  for (const auto& [bytes, text] : kPairs) {
    EXPECT_EQ(to_base64(bytes), text);
    EXPECT_EQ(from_base64(text), bytes);
  }
}

TEST(Base64, AllBytesSurvive) {
  std::string bytes;
  for (int i = 0; i < 256 * 3 + 1; ++i) bytes += static_cast<char>(i * 7);
  EXPECT_EQ(from_base64(to_base64(bytes)), bytes);
}

TEST(Base64, OtherTextIsRefused) {
  for (const char* text : {"Zg", "Zg=", "Z===", "====", "Zg==Zg==", "Zm9-", "Zm 9", "Zh=="}) {
    EXPECT_EQ(from_base64(text), std::nullopt) << text;
  }
}

}  // namespace
}  // namespace lmtune
