// Filled device buffers. Those that kernels only read are kept from one benchmark to the next:
// filling 64 MiB for each launch of one kernel would take longer than measuring it.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "lmtune/core/launch.h"
#include "opencl/handles.h"

namespace lmtune {

/// Device memory of `bytes` bytes, unset.
ClBuffer make_buffer(cl_context context, std::size_t bytes);

void write_buffer(cl_command_queue queue, cl_mem buffer, std::span<const std::byte> bytes);
std::vector<std::byte> read_buffer(cl_command_queue queue, cl_mem buffer, std::size_t bytes);

/// A buffer with the contents that `description.fill` describes.
ClBuffer make_filled_buffer(cl_context context, cl_command_queue queue,
                            const BufferArgument& description);

/// A read-only buffer and what it was filled from.
struct FilledBuffer {
  BufferArgument description;
  ClBuffer buffer;
};

/// The read-only buffers of the last benchmark. Each is handed out once, so that two equal
/// arguments of one kernel never share memory.
class FilledBufferPool {
 public:
  /// One buffer for each read-only buffer argument of `launch`, in order: a kept one where it fits,
  /// else a new one. Kept ones that do not fit are freed first. Throws ClError.
  std::vector<FilledBuffer> take(cl_context context, cl_command_queue queue, const Launch& launch);

  /// Keeps buffers that no kernel has changed.
  void give_back(std::vector<FilledBuffer> buffers) { kept_ = std::move(buffers); }

 private:
  std::vector<FilledBuffer> kept_;
};

}  // namespace lmtune
