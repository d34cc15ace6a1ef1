// `lmtune devices`, and how devices are named.
#include <gtest/gtest.h>

#include "support/run_lmtune.h"

namespace lmtune {
namespace {

using testing::FolderTest;
using testing::ProcessResult;
using testing::run_lmtune;

class DevicesCommand : public FolderTest {
 protected:
  void SetUp() override {
    devices_ = run_lmtune({"devices"});
    if (devices_.exit_code == 4) GTEST_SKIP() << devices_.err;
  }

  ProcessResult devices_;
};

TEST_F(DevicesCommand, TellsWhatMattersForLocalMemory) {
  EXPECT_EQ(devices_.exit_code, 0);
  EXPECT_EQ(devices_.err, "");
  for (const char* part : {"--device '", "platform", "driver", "compute units", "local memory",
                           "largest work-group", "cache", "kernel timer"}) {
    EXPECT_NE(devices_.out.find(part), std::string::npos) << part << "\n" << devices_.out;
  }
}

TEST_F(DevicesCommand, PrintsJson) {
  const ProcessResult result = run_lmtune({"devices", "--json"});
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_EQ(result.err, "");
  EXPECT_TRUE(result.out.starts_with("{\n  \"format\": \"lmtune-devices\"")) << result.out;
  EXPECT_NE(result.out.find("\"local_type\""), std::string::npos);
}

TEST(DevicesCommandAlone, SaysThatThereIsNoPlatform) {
  const testing::TemporaryFolder empty;
  const ProcessResult result =
      run_lmtune({"devices"}, {{"OCL_ICD_VENDORS", empty.path().string()}});
  EXPECT_EQ(result.exit_code, 4);
  EXPECT_EQ(result.out, "");
  EXPECT_NE(result.err.find("no OpenCL platform found"), std::string::npos) << result.err;
  EXPECT_NE(result.err.find("pocl-opencl-icd"), std::string::npos) << result.err;
}

TEST(DevicesCommandAlone, HasHelpWithAnExample) {
  const ProcessResult result = run_lmtune({"devices", "--help"});
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_NE(result.out.find("Example:\n  lmtune devices"), std::string::npos) << result.out;
}

}  // namespace
}  // namespace lmtune
