// OpenCL's error codes as names and words. Every call's return code passes through check_cl().
#pragma once

#include <string>

#include "lmtune/base/error.h"
#include "opencl/cl_api.h"

namespace lmtune {

/// "CL_INVALID_WORK_GROUP_SIZE"; "unknown OpenCL error -9999" for a code of no standard.
std::string cl_error_name(cl_int code);

/// The name, and what it means in words where the name alone does not say it.
std::string describe_cl_error(cl_int code);

/// A failed OpenCL call: kDevice where it stops a command. The executor turns those of one
/// benchmark into its status.
class ClError : public Error {
 public:
  /// `call` names the OpenCL function.
  ClError(const std::string& call, cl_int code);
  cl_int code() const { return code_; }

 private:
  cl_int code_;
};

/// Throws ClError unless `code` is CL_SUCCESS.
void check_cl(cl_int code, const char* call);

}  // namespace lmtune
