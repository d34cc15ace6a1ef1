#include "lmtune/opencl/executor.h"

#include <fmt/format.h>

#include <optional>
#include <utility>

#include "lmtune/base/error.h"
#include "opencl/cl_error.h"
#include "opencl/device_query.h"
#include "opencl/limits.h"
#include "opencl/prepared.h"
#include "opencl/reference_kernel.h"
#include "opencl/tool_kernels.h"

namespace lmtune {
namespace {

/// Of the device's memory, one part in so many is kept allocated between benchmarks: several
/// processes share the device.
constexpr std::uint64_t kKeptMemoryShare = 32;

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
        programs_(context_.get(), device_.id),
        tools_(context_.get(), device_.id, queue_.get(), device_.info),
        pool_(context_.get(), device_.info.global_bytes / kKeptMemoryShare) {}

  const DeviceInfo& device() const override { return device_.info; }

  void build(const KernelSpec& spec) override {
    if (!spec.cached) return;  // prepare() says so
    try {
      programs_.get(spec);
    } catch (const ClError& error) {
      throw failure_of(error);
    }
  }

  std::unique_ptr<PreparedBenchmark> prepare(const Benchmark& benchmark) override {
    check_limits(benchmark, device_.info);
    try {
      const ClSession session{device_.id, context_.get(), queue_.get(), &pool_, &tools_};
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

  std::int64_t time_reference() override {
    try {
      if (!reference_) reference_.emplace(context_.get(), device_.id, device_.info);
      return reference_->time_ns(queue_.get());
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
  ToolKernels tools_;
  BufferPool pool_;
  std::optional<ReferenceKernel> reference_;
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
