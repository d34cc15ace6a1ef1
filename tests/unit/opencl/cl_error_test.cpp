#include "opencl/cl_error.h"

#include <gtest/gtest.h>

namespace lmtune {
namespace {

TEST(ClError, HasANameForEveryCodeOfTheStandard) {
  for (cl_int code = -1; code >= -19; --code) {
    EXPECT_TRUE(cl_error_name(code).starts_with("CL_")) << code;
  }
  for (cl_int code = -30; code >= -68; --code) {
    EXPECT_TRUE(cl_error_name(code).starts_with("CL_")) << code;
  }
  EXPECT_EQ(cl_error_name(-54), "CL_INVALID_WORK_GROUP_SIZE");
  EXPECT_EQ(cl_error_name(-1001), "CL_PLATFORM_NOT_FOUND_KHR");
  EXPECT_EQ(cl_error_name(-9999), "unknown OpenCL error -9999");
}

TEST(ClError, NamesTheCallAndTheCode) {
  EXPECT_NO_THROW(check_cl(CL_SUCCESS, "clFinish"));
  try {
    check_cl(CL_OUT_OF_RESOURCES, "clFinish");
    FAIL();
  } catch (const ClError& error) {
    EXPECT_EQ(error.code(), CL_OUT_OF_RESOURCES);
    EXPECT_EQ(error.kind(), ErrorKind::kDevice);
    EXPECT_EQ(std::string(error.what()),
              "clFinish: CL_OUT_OF_RESOURCES (too many registers or too much local memory, or the "
              "kernel crashed)");
  }
}

}  // namespace
}  // namespace lmtune
