#include "lmtune/opencl/executor.h"

#include <fmt/format.h>

#include <utility>

#include "lmtune/base/error.h"
#include "opencl/cl_error.h"
#include "opencl/device_query.h"
#include "opencl/limits.h"
#include "opencl/prepared.h"

namespace lmtune {
namespace {

/// Doubles its item's number: enough to see that compiling, launching and reading back work.
KernelSpec canary_spec() {
  KernelSpec spec;
  spec.source = std::make_shared<KernelSource>(KernelSource{
      "canary.cl",
      "kernel void canary(global uint* out) { out[get_global_id(0)] = 2 * get_global_id(0); }\n"});
  spec.baseline.entry_point = "canary";
  return spec;
}

class OpenclExecutor : public Executor {
 public:
  explicit OpenclExecutor(ClDevice device)
      : device_(std::move(device)),
        context_(make_context()),
        queue_(make_queue()),
        programs_(context_.get(), device_.id) {}

  const DeviceInfo& device() const override { return device_.info; }

  std::unique_ptr<PreparedBenchmark> prepare(const Benchmark& benchmark) override {
    check_limits(benchmark, device_.info);
    try {
      const ClSession session{device_.id, context_.get(), queue_.get(), &pool_};
      return std::make_unique<PreparedOpencl>(session, benchmark, programs_.get(benchmark.spec));
    } catch (const ClError& error) {
      throw failure_of(error);
    }
  }

  void check_device() override {
    try {
      run_canary();
    } catch (const ClError& error) {
      lost(error.what());
    } catch (const BenchmarkFailure& failure) {
      lost(failure.reason);
    }
  }

 private:
  ClContext make_context() const {
    cl_int code = CL_SUCCESS;
    ClContext context(clCreateContext(nullptr, 1, &device_.id, nullptr, nullptr, &code));
    check_cl(code, "clCreateContext");
    return context;
  }

  ClQueue make_queue() const {
    cl_int code = CL_SUCCESS;
    ClQueue queue(
        clCreateCommandQueue(context_.get(), device_.id, CL_QUEUE_PROFILING_ENABLE, &code));
    check_cl(code, "clCreateCommandQueue");
    return queue;
  }

  void run_canary() {
    constexpr std::size_t kItems = 64;
    const BuiltVariant built =
        build_variant(context_.get(), device_.id, canary_spec(), Variant::kBaseline);
    const ClBuffer out = make_buffer(context_.get(), kItems * sizeof(cl_uint));
    cl_mem memory = out.get();
    check_cl(clSetKernelArg(built.kernel.get(), 0, sizeof(memory), &memory), "clSetKernelArg");
    check_cl(clEnqueueNDRangeKernel(queue_.get(), built.kernel.get(), 1, nullptr, &kItems, nullptr,
                                    0, nullptr, nullptr),
             "clEnqueueNDRangeKernel");
    const std::vector<std::byte> bytes =
        read_buffer(queue_.get(), memory, kItems * sizeof(cl_uint));
    for (std::size_t i = 0; i < kItems; ++i) {
      const std::vector<std::byte> expected =
          scalar_bytes({{ScalarType::kUint, 1, Packing::kVector}, 2.0 * static_cast<double>(i)});
      if (!std::equal(expected.begin(), expected.end(), bytes.begin() + i * sizeof(cl_uint))) {
        lost("a test kernel computed something wrong");
      }
    }
  }

  [[noreturn]] void lost(const std::string& reason) const {
    throw Error(ErrorKind::kDevice, device_.info.name,
                "the device no longer works after a benchmark failed: " + reason,
                "run the same command again: it goes on after that benchmark");
  }

  ClDevice device_;
  ClContext context_;
  ClQueue queue_;
  ProgramCache programs_;
  FilledBufferPool pool_;
};

}  // namespace

std::unique_ptr<Executor> make_opencl_executor(std::size_t device_index) {
  std::vector<ClDevice> devices = query_devices();
  if (device_index >= devices.size()) {
    throw Error(ErrorKind::kDevice, "",
                fmt::format("device {} is gone, there are {}", device_index, devices.size()));
  }
  ClDevice& device = devices[device_index];
  if (!device.info.profiling) {
    throw Error(ErrorKind::kDevice, device.info.name, "it has no timer for kernels",
                "choose another device: lmtune devices lists them");
  }
  return std::make_unique<OpenclExecutor>(std::move(device));
}

}  // namespace lmtune
