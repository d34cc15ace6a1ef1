#include "opencl/device_buffers.h"

#include <algorithm>
#include <utility>

#include "opencl/cl_error.h"
#include "opencl/tool_kernels.h"

namespace lmtune {

ClBuffer make_buffer(cl_context context, std::size_t bytes) {
  cl_int code = CL_SUCCESS;
  ClBuffer buffer(clCreateBuffer(context, CL_MEM_READ_WRITE, bytes, nullptr, &code));
  check_cl(code, "clCreateBuffer");
  return buffer;
}

void write_buffer(cl_command_queue queue, cl_mem buffer, std::span<const std::byte> bytes) {
  check_cl(clEnqueueWriteBuffer(queue, buffer, CL_TRUE, 0, bytes.size(), bytes.data(), 0, nullptr,
                                nullptr),
           "clEnqueueWriteBuffer");
}

std::vector<std::byte> read_buffer(cl_command_queue queue, cl_mem buffer, std::size_t bytes) {
  std::vector<std::byte> contents(bytes);
  check_cl(
      clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, bytes, contents.data(), 0, nullptr, nullptr),
      "clEnqueueReadBuffer");
  return contents;
}

void fill_on_device(ToolKernels& tools, cl_command_queue queue, cl_mem buffer,
                    const BufferArgument& description) {
  if (!description.data && tools.fill(buffer, description)) return;
  std::vector<std::byte> contents(buffer_bytes(description));
  fill_buffer(description, contents);
  write_buffer(queue, buffer, contents);
}

std::optional<PooledBuffer> BufferPool::take_filled(const BufferArgument& description) {
  const auto found = std::find_if(kept_.begin(), kept_.end(), [&](const PooledBuffer& one) {
    return one.contents && one.contents->element == description.element &&
           one.contents->count == description.count && one.contents->fill == description.fill &&
           one.contents->data == description.data;
  });
  if (found == kept_.end()) return std::nullopt;
  PooledBuffer taken = std::move(*found);
  kept_.erase(found);
  return taken;
}

PooledBuffer BufferPool::take(std::size_t bytes) {
  auto best = kept_.end();
  for (auto one = kept_.begin(); one != kept_.end(); ++one) {
    if (one->bytes >= bytes && (best == kept_.end() || one->bytes < best->bytes)) best = one;
  }
  if (best != kept_.end()) {
    PooledBuffer taken = std::move(*best);
    kept_.erase(best);
    taken.contents.reset();
    return taken;
  }
  try {
    return {make_buffer(context_, bytes), bytes, std::nullopt};
  } catch (const ClError&) {
    if (kept_.empty()) throw;
  }
  kept_.clear();
  return {make_buffer(context_, bytes), bytes, std::nullopt};
}

void BufferPool::give_back(PooledBuffer buffer) {
  kept_.push_back(std::move(buffer));
  std::uint64_t kept_bytes = 0;
  for (const PooledBuffer& one : kept_) kept_bytes += one.bytes;
  while (kept_bytes > most_kept_bytes_) {
    kept_bytes -= kept_.front().bytes;
    kept_.pop_front();
  }
}

}  // namespace lmtune
