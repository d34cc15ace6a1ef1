// lmtune's own kernels that work where the data is, on the device: they fill buffers and compare
// results, gigabytes of which would take the host longer than measuring does.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "lmtune/core/device_info.h"
#include "lmtune/core/launch.h"
#include "opencl/handles.h"

namespace lmtune {

/// Results of two variants in one buffer argument.
struct ResultPair {
  BufferArgument description;
  cl_mem first = nullptr;
  cl_mem second = nullptr;
};

/// What comparing results says. Source: opencl/results.h.
struct Comparison {
  double largest = 0.0;  ///< the largest largest_difference() of all pairs
  bool written = false;  ///< a first result is not all_poison()
};

class ToolKernels {
 public:
  /// Builds them. Where the device lacks double precision or subnormal floats, or its compiler
  /// fails, there are none, and the host has to do their work.
  ToolKernels(cl_context context, cl_device_id device, cl_command_queue queue,
              const DeviceInfo& info);

  /// Enqueues a fill of `buffer` with exactly the bytes of fill_buffer(). False: this device cannot
  /// do that. Throws ClError.
  bool fill(cl_mem buffer, const BufferArgument& description);

  /// Whether compare() may be called.
  bool can_compare() const { return program_ != nullptr; }

  /// Compares each pair on the device and waits for the outcome. Throws ClError.
  Comparison compare(const std::vector<ResultPair>& pairs) const;

 private:
  cl_kernel kernel(const std::string& name) const;
  std::size_t enqueue(cl_kernel kernel, std::uint64_t scalars) const;
  void enqueue_fill(cl_mem buffer, const BufferArgument& description) const;
  bool fills_exactly(ScalarType scalar) const;

  cl_context context_;
  cl_command_queue queue_;
  std::size_t group_items_ = 1;
  std::size_t groups_ = 1;
  ClProgram program_;
  std::map<std::string, ClKernel> kernels_;
  std::map<ScalarType, bool> exact_;  // of the types that were tried
};

}  // namespace lmtune
