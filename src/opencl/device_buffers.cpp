#include "opencl/device_buffers.h"

#include <algorithm>
#include <utility>

#include "opencl/cl_error.h"

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

ClBuffer make_filled_buffer(cl_context context, cl_command_queue queue,
                            const BufferArgument& description) {
  std::vector<std::byte> contents(buffer_bytes(description));
  fill_buffer(description, contents);
  ClBuffer buffer = make_buffer(context, contents.size());
  write_buffer(queue, buffer.get(), contents);
  return buffer;
}

std::vector<FilledBuffer> FilledBufferPool::take(cl_context context, cl_command_queue queue,
                                                 const Launch& launch) {
  std::vector<FilledBuffer> taken;
  std::vector<FilledBuffer> kept = std::exchange(kept_, {});
  for (const Argument& argument : launch.arguments) {
    const auto* wanted = std::get_if<BufferArgument>(&argument.value);
    if (wanted == nullptr || wanted->access != Access::kRead) continue;
    taken.push_back({*wanted, nullptr});
    const auto found = std::find_if(kept.begin(), kept.end(), [wanted](const FilledBuffer& one) {
      return one.description == *wanted;
    });
    if (found == kept.end()) continue;
    taken.back().buffer = std::move(found->buffer);
    kept.erase(found);
  }
  kept.clear();
  for (FilledBuffer& one : taken) {
    if (!one.buffer) one.buffer = make_filled_buffer(context, queue, one.description);
  }
  return taken;
}

}  // namespace lmtune
