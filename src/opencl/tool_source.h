// OpenCL C of lmtune's own kernels.
#pragma once

#include <string>

namespace lmtune {

/// fill_T and compare_T for each scalar type T of OpenCL C ("uchar", "float", …), which need double
/// precision.
std::string tool_source();

/// The kernel `reference`.
std::string reference_source();

}  // namespace lmtune
