// The OpenCL headers, in the one version that lmtune asks of a driver: 1.2, which all of them have.
#pragma once

#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <CL/cl_ext.h>
