#include "lmtune/io/profile_file.h"

#include <gtest/gtest.h>

#include "lmtune/base/error.h"

namespace lmtune {
namespace {

TEST(ProfileFile, EveryBuiltInProfileCanBeReadAndNamesItself) {
  for (const std::string& name : built_in_profiles()) {
    const DeviceProfile profile = find_profile(name);
    EXPECT_EQ(profile.name, name);
    EXPECT_FALSE(profile.source.empty());
    EXPECT_GT(profile.buffer_bytes, 0u);
    EXPECT_EQ(find_profile(LMTUNE_SOURCE_DIR "/profiles/" + name + ".json"), profile);
  }
}

TEST(ProfileFile, AnUnknownNameListsThoseThereAre) {
  try {
    find_profile("h300");
    FAIL() << "no error";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::kUsage);
    EXPECT_NE(std::string(error.what()).find("nvidia-h200"), std::string::npos);
  }
}

TEST(ProfileFile, AnotherLmtuneFileIsRejected) {
  EXPECT_THROW(find_profile(LMTUNE_SOURCE_DIR "/seeds/matmul/a.json"), Error);
}

}  // namespace
}  // namespace lmtune
