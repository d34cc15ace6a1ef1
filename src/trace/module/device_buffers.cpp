#include "trace/module/device_buffers.h"

#include <fmt/format.h>
#include <sys/mman.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "lmtune/base/error.h"

namespace lmtune {
namespace {

constexpr std::uint64_t kBlockElements = 512;

std::byte* map_bytes(std::size_t bytes) {
  void* data = ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (data == MAP_FAILED) {
    throw Error(ErrorKind::kInput, "",
                fmt::format("cannot map a buffer of {} bytes: {}", bytes, std::strerror(errno)));
  }
  return static_cast<std::byte*>(data);
}

}  // namespace

DeviceBuffer::DeviceBuffer(oclgrind::Memory& memory, const BufferArgument& description,
                           std::uint32_t argument)
    : description_(description),
      argument_(argument),
      block_bytes_(kBlockElements * size_bytes(description.element)),
      mapped_bytes_(std::max<std::uint64_t>(buffer_bytes(description), 1)),
      data_(map_bytes(mapped_bytes_)),
      filled_(mapped_bytes_ / block_bytes_ + 1, false),
      address_(memory.createHostBuffer(buffer_bytes(description), data_, CL_MEM_USE_HOST_PTR)) {
  if (address_ == 0) {
    throw Error(ErrorKind::kInput, "",
                fmt::format("a buffer of {} bytes is more than the tracer can hold", bytes()));
  }
}

DeviceBuffer::~DeviceBuffer() { ::munmap(data_, mapped_bytes_); }

void DeviceBuffer::fill(std::uint64_t block) {
  const std::uint64_t first = block * kBlockElements;
  const std::uint64_t count = std::min(kBlockElements, description_.count - first);
  const std::uint64_t element_bytes = size_bytes(description_.element);
  fill_buffer(description_, {data_ + first * element_bytes, count * element_bytes}, first);
  filled_[block] = true;
}

std::size_t DeviceBuffers::add(const BufferArgument& description, std::uint32_t argument) {
  DeviceBuffer& buffer = buffers_.emplace_back(memory_, description, argument);
  by_id_[memory_.extractBuffer(buffer.address())] = &buffer;
  return buffer.address();
}

}  // namespace lmtune
