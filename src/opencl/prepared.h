// One benchmark on an OpenCL device: arguments set, buffers filled, ready to run and to be timed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "lmtune/measure/executor.h"
#include "opencl/device_buffers.h"
#include "opencl/programs.h"
#include "opencl/tool_kernels.h"

namespace lmtune {

/// What an executor lends to what it prepares.
struct ClSession {
  cl_device_id device = nullptr;
  cl_context context = nullptr;
  cl_command_queue queue = nullptr;
  BufferPool* pool = nullptr;
  ToolKernels* tools = nullptr;
};

/// Turns a failed OpenCL call into the status of one benchmark: kConstraints where the device
/// refused it for its size, else kRuntime.
class ClError;
BenchmarkFailure failure_of(const ClError& error);

class PreparedOpencl : public PreparedBenchmark {
 public:
  /// Allocates and fills the buffers and sets all arguments. Throws BenchmarkFailure.
  PreparedOpencl(const ClSession& session, const Benchmark& benchmark,
                 std::shared_ptr<const BuiltSpec> built);
  ~PreparedOpencl() override;

  std::int64_t build_ns() const override { return built_->build_ns; }
  double compare_variants() override;
  std::vector<std::int64_t> time_samples(std::span<const Variant> order,
                                         std::uint32_t launches) override;

 private:
  /// A buffer that the kernel writes. `pristine` holds the fill of one that it also reads.
  struct ResultBuffer {
    BufferArgument description;
    PooledBuffer buffer;
    std::optional<PooledBuffer> pristine;
  };
  enum class Reset { kAll, kReadWrite };

  void take_buffers();
  void set_arguments(Variant variant);
  void check_local_memory(Variant variant) const;
  void reset_results(Reset which);
  void enqueue(Variant variant, cl_event* event);
  void run_once(Variant variant);
  Comparison compare_on_device();
  Comparison compare_on_host();
  std::vector<std::vector<std::byte>> read_results() const;

  ClSession session_;
  Launch launch_;
  double tolerance_;
  std::shared_ptr<const BuiltSpec> built_;
  std::vector<PooledBuffer> inputs_;
  std::vector<ResultBuffer> results_;
  bool inputs_intact_ = false;  // known only once the variants' results agreed
  bool failed_ = false;         // a call did: what its buffers are good for is unknown
};

}  // namespace lmtune
