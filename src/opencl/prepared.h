// One benchmark on an OpenCL device: arguments set, buffers filled, ready to run and to be timed.
#pragma once

#include <memory>
#include <vector>

#include "lmtune/measure/executor.h"
#include "opencl/device_buffers.h"
#include "opencl/programs.h"

namespace lmtune {

/// What an executor lends to what it prepares.
struct ClSession {
  cl_device_id device = nullptr;
  cl_context context = nullptr;
  cl_command_queue queue = nullptr;
  FilledBufferPool* pool = nullptr;
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
  std::int64_t time_ns(Variant variant, std::uint32_t launches) override;

 private:
  /// A buffer that the kernel writes. `pristine` holds the fill of one that it also reads.
  struct ResultBuffer {
    BufferArgument description;
    ClBuffer buffer;
    ClBuffer pristine;
  };
  enum class Reset { kAll, kReadWrite };

  void make_results();
  void set_arguments(Variant variant);
  void check_local_memory(Variant variant) const;
  void reset_results(Reset which);
  void enqueue(Variant variant, cl_event* event);
  std::vector<std::vector<std::byte>> run_once(Variant variant);
  double compare(const std::vector<std::vector<std::byte>>& baseline,
                 const std::vector<std::vector<std::byte>>& cached) const;

  ClSession session_;
  Launch launch_;
  double tolerance_;
  std::shared_ptr<const BuiltSpec> built_;
  std::vector<FilledBuffer> inputs_;
  std::vector<ResultBuffer> results_;
  bool inputs_intact_ = false;  // known only once the variants' results agreed
};

}  // namespace lmtune
