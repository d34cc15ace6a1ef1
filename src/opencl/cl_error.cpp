#include "opencl/cl_error.h"

#include <fmt/format.h>

#include <string_view>

namespace lmtune {
namespace {

struct Entry {
  cl_int code;
  std::string_view name;
  std::string_view words;  // "" where the name says it all
};

#define LMTUNE_CL(name, words) \
  Entry { name, #name, words }

constexpr Entry kEntries[] = {
    LMTUNE_CL(CL_SUCCESS, ""),
    LMTUNE_CL(CL_DEVICE_NOT_FOUND, ""),
    LMTUNE_CL(CL_DEVICE_NOT_AVAILABLE, "the device is there but in use or switched off"),
    LMTUNE_CL(CL_COMPILER_NOT_AVAILABLE, ""),
    LMTUNE_CL(CL_MEM_OBJECT_ALLOCATION_FAILURE, "not enough device memory"),
    LMTUNE_CL(CL_OUT_OF_RESOURCES,
              "too many registers or too much local memory, or the kernel crashed"),
    LMTUNE_CL(CL_OUT_OF_HOST_MEMORY, ""),
    LMTUNE_CL(CL_PROFILING_INFO_NOT_AVAILABLE, ""),
    LMTUNE_CL(CL_MEM_COPY_OVERLAP, ""),
    LMTUNE_CL(CL_IMAGE_FORMAT_MISMATCH, ""),
    LMTUNE_CL(CL_IMAGE_FORMAT_NOT_SUPPORTED, ""),
    LMTUNE_CL(CL_BUILD_PROGRAM_FAILURE, "the program does not compile"),
    LMTUNE_CL(CL_MAP_FAILURE, ""),
    LMTUNE_CL(CL_MISALIGNED_SUB_BUFFER_OFFSET, ""),
    LMTUNE_CL(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST, "an earlier command failed"),
    LMTUNE_CL(CL_COMPILE_PROGRAM_FAILURE, "the program does not compile"),
    LMTUNE_CL(CL_LINKER_NOT_AVAILABLE, ""),
    LMTUNE_CL(CL_LINK_PROGRAM_FAILURE, "the program does not link"),
    LMTUNE_CL(CL_DEVICE_PARTITION_FAILED, ""),
    LMTUNE_CL(CL_KERNEL_ARG_INFO_NOT_AVAILABLE, ""),
    LMTUNE_CL(CL_INVALID_VALUE, ""),
    LMTUNE_CL(CL_INVALID_DEVICE_TYPE, ""),
    LMTUNE_CL(CL_INVALID_PLATFORM, ""),
    LMTUNE_CL(CL_INVALID_DEVICE, ""),
    LMTUNE_CL(CL_INVALID_CONTEXT, ""),
    LMTUNE_CL(CL_INVALID_QUEUE_PROPERTIES, ""),
    LMTUNE_CL(CL_INVALID_COMMAND_QUEUE, "the queue is unusable, often after a kernel crashed"),
    LMTUNE_CL(CL_INVALID_HOST_PTR, ""),
    LMTUNE_CL(CL_INVALID_MEM_OBJECT, ""),
    LMTUNE_CL(CL_INVALID_IMAGE_FORMAT_DESCRIPTOR, ""),
    LMTUNE_CL(CL_INVALID_IMAGE_SIZE, ""),
    LMTUNE_CL(CL_INVALID_SAMPLER, ""),
    LMTUNE_CL(CL_INVALID_BINARY, ""),
    LMTUNE_CL(CL_INVALID_BUILD_OPTIONS, "the compiler does not know an option"),
    LMTUNE_CL(CL_INVALID_PROGRAM, ""),
    LMTUNE_CL(CL_INVALID_PROGRAM_EXECUTABLE, ""),
    LMTUNE_CL(CL_INVALID_KERNEL_NAME, "the program has no kernel of that name"),
    LMTUNE_CL(CL_INVALID_KERNEL_DEFINITION, ""),
    LMTUNE_CL(CL_INVALID_KERNEL, ""),
    LMTUNE_CL(CL_INVALID_ARG_INDEX, "the kernel has fewer arguments"),
    LMTUNE_CL(CL_INVALID_ARG_VALUE, ""),
    LMTUNE_CL(CL_INVALID_ARG_SIZE, "the argument's type has another size"),
    LMTUNE_CL(CL_INVALID_KERNEL_ARGS, "not all arguments are set"),
    LMTUNE_CL(CL_INVALID_WORK_DIMENSION, ""),
    LMTUNE_CL(CL_INVALID_WORK_GROUP_SIZE,
              "the device cannot run this kernel in groups of that size"),
    LMTUNE_CL(CL_INVALID_WORK_ITEM_SIZE, "the group is too large in one dimension"),
    LMTUNE_CL(CL_INVALID_GLOBAL_OFFSET, ""),
    LMTUNE_CL(CL_INVALID_EVENT_WAIT_LIST, ""),
    LMTUNE_CL(CL_INVALID_EVENT, ""),
    LMTUNE_CL(CL_INVALID_OPERATION, ""),
    LMTUNE_CL(CL_INVALID_GL_OBJECT, ""),
    LMTUNE_CL(CL_INVALID_BUFFER_SIZE, "the buffer is empty or larger than the device allows"),
    LMTUNE_CL(CL_INVALID_MIP_LEVEL, ""),
    LMTUNE_CL(CL_INVALID_GLOBAL_WORK_SIZE, ""),
    LMTUNE_CL(CL_INVALID_PROPERTY, ""),
    LMTUNE_CL(CL_INVALID_IMAGE_DESCRIPTOR, ""),
    LMTUNE_CL(CL_INVALID_COMPILER_OPTIONS, "the compiler does not know an option"),
    LMTUNE_CL(CL_INVALID_LINKER_OPTIONS, ""),
    LMTUNE_CL(CL_INVALID_DEVICE_PARTITION_COUNT, ""),
    LMTUNE_CL(CL_PLATFORM_NOT_FOUND_KHR, "no OpenCL driver is installed"),
};

#undef LMTUNE_CL

const Entry* find_entry(cl_int code) {
  for (const Entry& entry : kEntries) {
    if (entry.code == code) return &entry;
  }
  return nullptr;
}

}  // namespace

std::string cl_error_name(cl_int code) {
  const Entry* entry = find_entry(code);
  return entry != nullptr ? std::string(entry->name) : fmt::format("unknown OpenCL error {}", code);
}

std::string describe_cl_error(cl_int code) {
  const Entry* entry = find_entry(code);
  if (entry == nullptr || entry->words.empty()) return cl_error_name(code);
  return fmt::format("{} ({})", entry->name, entry->words);
}

ClError::ClError(const std::string& call, cl_int code)
    : Error(ErrorKind::kDevice, call, describe_cl_error(code)), code_(code) {}

void check_cl(cl_int code, const char* call) {
  if (code != CL_SUCCESS) throw ClError(call, code);
}

}  // namespace lmtune
