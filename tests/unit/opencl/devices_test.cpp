#include "lmtune/opencl/devices.h"

#include <gtest/gtest.h>

#include "lmtune/base/error.h"
#include "opencl/device_query.h"

namespace lmtune {
namespace {

DeviceInfo device(const std::string& platform, const std::string& name, LocalMemoryType type) {
  DeviceInfo info;
  info.platform = platform;
  info.name = name;
  info.local_type = type;
  return info;
}

const std::vector<DeviceInfo> kDevices{
    device("Portable Computing Language", "pthread-EPYC", LocalMemoryType::kGlobal),
    device("NVIDIA CUDA", "NVIDIA A100", LocalMemoryType::kDedicated),
    device("NVIDIA CUDA", "NVIDIA A100-SXM", LocalMemoryType::kDedicated),
    device("NVIDIA CUDA", "NVIDIA H200", LocalMemoryType::kDedicated),
    device("NVIDIA CUDA", "NVIDIA H200", LocalMemoryType::kDedicated),
    device("Other", "pthread-EPYC", LocalMemoryType::kGlobal),
};

std::string refusal(const std::string& name) {
  try {
    select_device(kDevices, name);
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::kUsage);
    return error.what();
  }
  ADD_FAILURE() << name << " was accepted";
  return "";
}

TEST(SelectDevice, TakesAPartOfTheNameInAnyCase) {
  EXPECT_EQ(select_device(kDevices, "sxm"), 2u);
  EXPECT_EQ(select_device(kDevices, "cuda:SXM"), 2u);
  EXPECT_EQ(select_device(kDevices, "portable:epyc"), 0u);
}

TEST(SelectDevice, PrefersTheFullName) { EXPECT_EQ(select_device(kDevices, "nvidia a100"), 1u); }

TEST(SelectDevice, TellsEqualDevicesApartByNumber) {
  EXPECT_EQ(select_device(kDevices, "h200#1"), 3u);
  EXPECT_EQ(select_device(kDevices, "h200#2"), 4u);
  EXPECT_NE(refusal("h200#3").find("no device is named 'h200#3'"), std::string::npos);
}

TEST(SelectDevice, TakesTheFirstGpuByDefault) {
  EXPECT_EQ(select_device(kDevices, ""), 1u);
  EXPECT_EQ(select_device({kDevices[5], kDevices[0]}, ""), 0u);
  EXPECT_THROW(select_device({}, ""), Error);
}

TEST(SelectDevice, ListsTheDevicesWhereNoneFits) {
  const std::string text = refusal("radeon");
  EXPECT_NE(text.find("no device is named 'radeon'"), std::string::npos);
  EXPECT_NE(text.find("NVIDIA A100-SXM"), std::string::npos);
  EXPECT_NE(text.find("Portable Computing Language:pthread-EPYC"), std::string::npos);
}

TEST(SelectDevice, ListsTheCandidatesWhereSeveralFit) {
  const std::string text = refusal("EPYC");
  EXPECT_NE(text.find("'EPYC' fits 2 devices"), std::string::npos) << text;
  EXPECT_NE(text.find("Other:pthread-EPYC"), std::string::npos);
  EXPECT_EQ(text.find("H200"), std::string::npos);
}

TEST(DeviceSelector, FindsItsDeviceAgain) {
  for (std::size_t i = 0; i < kDevices.size(); ++i) {
    EXPECT_EQ(select_device(kDevices, device_selector(kDevices, i)), i) << i;
  }
  EXPECT_EQ(device_selector(kDevices, 1), "NVIDIA A100");
  EXPECT_EQ(device_selector(kDevices, 4), "NVIDIA CUDA:NVIDIA H200#2");
}

TEST(NvidiaUnitSizes, AreThoseOfTheComputeCapability) {
  EXPECT_EQ(nvidia_unit_sizes(9, 0).local_bytes, 228u * 1024);
  EXPECT_EQ(nvidia_unit_sizes(7, 5).items, 1024u);
  EXPECT_EQ(nvidia_unit_sizes(8, 9).groups, 24u);
  EXPECT_EQ(nvidia_unit_sizes(7, 2).local_bytes, 96u * 1024);    // as 7.0
  EXPECT_EQ(nvidia_unit_sizes(10, 3).local_bytes, 228u * 1024);  // as 10.0
  EXPECT_EQ(nvidia_unit_sizes(99, 0).items, 1536u);              // the newest known
  EXPECT_EQ(nvidia_unit_sizes(3, 5).groups, 32u);                // the oldest known
}

}  // namespace
}  // namespace lmtune
