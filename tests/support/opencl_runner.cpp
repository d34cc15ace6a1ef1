#include "support/opencl_runner.h"

#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstdlib>
#include <memory>
#include <stdexcept>

namespace lmtune {
namespace {

void check(cl_int code, const char* call) {
  if (code != CL_SUCCESS) throw std::runtime_error(fmt::format("{} gave {}", call, code));
}

std::string device_name(cl_device_id device) {
  std::string name(256, '\0');
  std::size_t size = 0;
  check(clGetDeviceInfo(device, CL_DEVICE_NAME, name.size(), name.data(), &size),
        "clGetDeviceInfo");
  name.resize(size - 1);
  return name;
}

cl_device_id find_device() {
  const char* wanted = std::getenv("LMTUNE_TEST_DEVICE");
  cl_uint platform_count = 0;
  if (clGetPlatformIDs(0, nullptr, &platform_count) != CL_SUCCESS) return nullptr;
  std::vector<cl_platform_id> platforms(platform_count);
  check(clGetPlatformIDs(platform_count, platforms.data(), nullptr), "clGetPlatformIDs");
  for (cl_platform_id platform : platforms) {
    cl_uint count = 0;
    if (clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 0, nullptr, &count) != CL_SUCCESS) continue;
    std::vector<cl_device_id> devices(count);
    check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, count, devices.data(), nullptr),
          "clGetDeviceIDs");
    for (cl_device_id device : devices) {
      if (wanted == nullptr || device_name(device).find(wanted) != std::string::npos) return device;
    }
  }
  return nullptr;
}

/// An OpenCL object and the function that releases it.
template <typename Object>
using Owned = std::unique_ptr<std::remove_pointer_t<Object>, cl_int (*)(Object)>;

bool is_cpu(cl_device_id device) {
  cl_device_type type = 0;
  check(clGetDeviceInfo(device, CL_DEVICE_TYPE, sizeof(type), &type, nullptr), "clGetDeviceInfo");
  return (type & CL_DEVICE_TYPE_CPU) != 0;
}

/// PoCL takes three times as long to optimise a kernel as to compile it, and the tests' small
/// launches win nothing by that. What a GPU's optimiser makes of a kernel is to be tested.
std::string options_for(cl_device_id device, const Benchmark& benchmark, Variant variant) {
  std::vector<std::string> options = build_options(benchmark.spec, variant);
  if (is_cpu(device)) options.push_back("-cl-opt-disable");
  return fmt::format("{}", fmt::join(options, " "));
}

Owned<cl_program> build(cl_context context, cl_device_id device, const Benchmark& benchmark,
                        Variant variant) {
  const std::string options = options_for(device, benchmark, variant);
  const char* text = benchmark.spec.source->text.c_str();
  cl_int code = CL_SUCCESS;
  Owned<cl_program> program(clCreateProgramWithSource(context, 1, &text, nullptr, &code),
                            clReleaseProgram);
  check(code, "clCreateProgramWithSource");
  code = clBuildProgram(program.get(), 1, &device, options.c_str(), nullptr, nullptr);
  if (code == CL_SUCCESS) return program;
  std::string log(100'000, '\0');
  std::size_t size = 0;
  clGetProgramBuildInfo(program.get(), device, CL_PROGRAM_BUILD_LOG, log.size(), log.data(), &size);
  throw std::runtime_error(
      fmt::format("{}: clBuildProgram gave {}\n{}", benchmark.name, code, log.substr(0, size)));
}

struct Session {
  cl_device_id device;
  Owned<cl_context> context;
  Owned<cl_command_queue> queue;
};

Session open_session() {
  cl_device_id device = find_device();
  cl_int code = CL_SUCCESS;
  Owned<cl_context> context(clCreateContext(nullptr, 1, &device, nullptr, nullptr, &code),
                            clReleaseContext);
  check(code, "clCreateContext");
  Owned<cl_command_queue> queue(clCreateCommandQueue(context.get(), device, 0, &code),
                                clReleaseCommandQueue);
  check(code, "clCreateCommandQueue");
  return {device, std::move(context), std::move(queue)};
}

/// One for all runs: making a context takes longer than most launches.
const Session& session() {
  static const Session opened = open_session();
  return opened;
}

}  // namespace

std::string test_device_name() {
  const cl_device_id device = find_device();
  return device == nullptr ? "" : device_name(device);
}

void run_on_test_device(const Benchmark& benchmark, Variant variant, HostBuffers& buffers) {
  const auto& [device, context, queue] = session();
  cl_int code = CL_SUCCESS;
  const Owned<cl_program> program = build(context.get(), device, benchmark, variant);
  const std::string& entry_point = variant_spec(benchmark.spec, variant).entry_point;
  const Owned<cl_kernel> kernel(clCreateKernel(program.get(), entry_point.c_str(), &code),
                                clReleaseKernel);
  check(code, "clCreateKernel");

  const Launch& launch = benchmark.launch;
  std::vector<std::pair<std::string, Owned<cl_mem>>> results, inputs;
  for (cl_uint index = 0; index < launch.arguments.size(); ++index) {
    const Argument& argument = launch.arguments[index];
    if (const auto* buffer = std::get_if<BufferArgument>(&argument.value)) {
      std::vector<std::byte>& bytes = buffers.bytes(argument.name);
      Owned<cl_mem> memory(clCreateBuffer(context.get(), CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR,
                                          bytes.size(), bytes.data(), &code),
                           clReleaseMemObject);
      check(code, "clCreateBuffer");
      cl_mem handle = memory.get();
      check(clSetKernelArg(kernel.get(), index, sizeof(handle), &handle), "clSetKernelArg");
      auto& kept = buffer->access == Access::kRead ? inputs : results;
      kept.emplace_back(argument.name, std::move(memory));
    } else if (const auto* scalar = std::get_if<ScalarArgument>(&argument.value)) {
      const std::vector<std::byte> bytes = scalar_bytes(*scalar);
      check(clSetKernelArg(kernel.get(), index, bytes.size(), bytes.data()), "clSetKernelArg");
    } else {
      const std::size_t bytes = std::get<LocalArgument>(argument.value).bytes;
      check(clSetKernelArg(kernel.get(), index, bytes, nullptr), "clSetKernelArg");
    }
  }
  const std::array<std::size_t, 3> global{launch.global[0], launch.global[1], launch.global[2]};
  const std::array<std::size_t, 3> local{launch.local[0], launch.local[1], launch.local[2]};
  check(clEnqueueNDRangeKernel(queue.get(), kernel.get(), launch.dimensions, nullptr, global.data(),
                               local.data(), 0, nullptr, nullptr),
        "clEnqueueNDRangeKernel");
  for (const auto& [name, memory] : results) {
    std::vector<std::byte>& bytes = buffers.bytes(name);
    check(clEnqueueReadBuffer(queue.get(), memory.get(), CL_TRUE, 0, bytes.size(), bytes.data(), 0,
                              nullptr, nullptr),
          "clEnqueueReadBuffer");
  }
}

}  // namespace lmtune
