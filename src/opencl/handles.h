// Owners of OpenCL objects: each releases its object when it goes.
#pragma once

#include <memory>
#include <type_traits>

#include "opencl/cl_api.h"

namespace lmtune {

/// Calls an OpenCL release function; its return code can say nothing that a destructor could act
/// on.
template <auto Release>
struct ClReleaser {
  template <typename Object>
  void operator()(Object* object) const {
    Release(object);
  }
};

template <typename Object, auto Release>
using ClHandle = std::unique_ptr<std::remove_pointer_t<Object>, ClReleaser<Release>>;

using ClContext = ClHandle<cl_context, clReleaseContext>;
using ClQueue = ClHandle<cl_command_queue, clReleaseCommandQueue>;
using ClProgram = ClHandle<cl_program, clReleaseProgram>;
using ClKernel = ClHandle<cl_kernel, clReleaseKernel>;
using ClBuffer = ClHandle<cl_mem, clReleaseMemObject>;
using ClEvent = ClHandle<cl_event, clReleaseEvent>;

}  // namespace lmtune
