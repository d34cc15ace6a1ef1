// Device memory: buffers, filled ones among them, and a pool that keeps allocations from one
// benchmark to the next, since drivers take long to allocate large buffers, and fills take long.
#pragma once

#include <cstddef>
#include <cstdint>
#include <list>
#include <optional>
#include <span>
#include <vector>

#include "lmtune/core/launch.h"
#include "opencl/handles.h"

namespace lmtune {

class ToolKernels;

/// Device memory of `bytes` bytes, unset. Throws ClError.
ClBuffer make_buffer(cl_context context, std::size_t bytes);

void write_buffer(cl_command_queue queue, cl_mem buffer, std::span<const std::byte> bytes);
std::vector<std::byte> read_buffer(cl_command_queue queue, cl_mem buffer, std::size_t bytes);

/// Fills `buffer` as `description` says: on the device where it can, else from the host.
void fill_on_device(ToolKernels& tools, cl_command_queue queue, cl_mem buffer,
                    const BufferArgument& description);

/// Device memory that may be larger than what was asked for.
struct PooledBuffer {
  ClBuffer buffer;
  std::size_t bytes = 0;
  std::optional<BufferArgument> contents;  ///< whose fill it holds; nothing: anything
};

class BufferPool {
 public:
  /// Keeps at most `most_kept_bytes` in buffers that are not in use.
  BufferPool(cl_context context, std::uint64_t most_kept_bytes)
      : context_(context), most_kept_bytes_(most_kept_bytes) {}

  /// A kept buffer that holds the fill of `description`, if there is one. Each buffer is handed out
  /// once, so that two equal arguments of one kernel never share memory.
  std::optional<PooledBuffer> take_filled(const BufferArgument& description);

  /// At least `bytes` bytes with any contents: the smallest kept buffer that has room, else a new
  /// one. Where the device has no room for it, the kept ones go. Throws ClError.
  PooledBuffer take(std::size_t bytes);

  /// Keeps a buffer; where they become too many, the oldest go.
  void give_back(PooledBuffer buffer);

 private:
  cl_context context_;
  std::uint64_t most_kept_bytes_;
  std::list<PooledBuffer> kept_;  // the oldest first
};

}  // namespace lmtune
