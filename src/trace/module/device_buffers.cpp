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

cl_channel_type channel_type(TexelType texel) {
  switch (texel) {
    case TexelType::kFloat:
      return CL_FLOAT;
    case TexelType::kInt:
      return CL_SIGNED_INT32;
    case TexelType::kUint:
      return CL_UNSIGNED_INT32;
  }
  return CL_FLOAT;
}

cl_mem_object_type image_type(const std::string& type) {
  if (type.starts_with("image3d")) return CL_MEM_OBJECT_IMAGE3D;
  if (type.starts_with("image2d_array")) return CL_MEM_OBJECT_IMAGE2D_ARRAY;
  if (type.starts_with("image1d_array")) return CL_MEM_OBJECT_IMAGE1D_ARRAY;
  if (type.starts_with("image1d_buffer")) return CL_MEM_OBJECT_IMAGE1D_BUFFER;
  if (type.starts_with("image1d")) return CL_MEM_OBJECT_IMAGE1D;
  return CL_MEM_OBJECT_IMAGE2D;
}

}  // namespace

DeviceBuffer::DeviceBuffer(oclgrind::Memory& memory, const BufferArgument& description,
                           std::uint32_t argument, BufferKind kind)
    : description_(description),
      argument_(argument),
      kind_(kind),
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

std::size_t DeviceBuffers::add(const BufferArgument& description, std::uint32_t argument,
                               BufferKind kind) {
  DeviceBuffer& buffer = buffers_.emplace_back(memory_, description, argument, kind);
  by_id_[memory_.extractBuffer(buffer.address())] = &buffer;
  return buffer.address();
}

const oclgrind::Image* DeviceBuffers::add(const ImageArgument& description,
                                          std::uint32_t argument) {
  const auto [width, height, depth] = description.size;
  constexpr std::uint64_t kMostTexels = 1ull << 36;
  if (width == 0 || height == 0 || depth == 0 || width > kMostTexels / height ||
      width * height > kMostTexels / depth) {
    throw Error(ErrorKind::kInput, "",
                fmt::format("an image of {} x {} x {} texels is more than the tracer can hold",
                            width, height, depth));
  }
  BufferArgument texels;
  texels.element = {ScalarType::kFloat, kTexelBytes / 4};
  texels.count = width * height * depth;
  texels.fill.high = 0.0;
  oclgrind::Image& image = images_.emplace_back();
  image.address = add(texels, argument, BufferKind::kImage);
  image.format.image_channel_order = CL_RGBA;
  image.format.image_channel_data_type = channel_type(description.texel);
  image.desc = {};
  image.desc.image_type = image_type(description.type);
  image.desc.image_width = width;
  image.desc.image_height = height;
  image.desc.image_depth = depth;
  image.desc.image_array_size = description.type.starts_with("image1d") ? height : depth;
  image.desc.image_row_pitch = width * kTexelBytes;
  image.desc.image_slice_pitch = width * height * kTexelBytes;
  return &image;
}

}  // namespace lmtune
