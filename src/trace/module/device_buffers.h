// The buffers of a launch in the interpreter's memory, filled where the kernel touches them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <string>
#include <unordered_map>
#include <vector>

#include "lmtune/core/launch.h"
#include "trace/module/oclgrind_api.h"

namespace lmtune {

/// Bytes of a texel: four components of four bytes.
inline constexpr std::uint32_t kTexelBytes = 16;

/// Whether a buffer holds an image, whose texels count as one access each, or an array.
enum class BufferKind { kArray, kImage };

/// Maps a buffer's whole size without using memory for it, and fills a block of elements when it is
/// first touched, so that even buffers of many gigabytes hold what they hold on a device.
class DeviceBuffer {
 public:
  DeviceBuffer(oclgrind::Memory& memory, const BufferArgument& description, std::uint32_t argument,
               BufferKind kind);
  ~DeviceBuffer();
  DeviceBuffer(const DeviceBuffer&) = delete;
  DeviceBuffer& operator=(const DeviceBuffer&) = delete;

  std::size_t address() const { return address_; }
  std::uint32_t argument() const { return argument_; }
  std::uint64_t bytes() const { return buffer_bytes(description_); }
  bool is_image() const { return kind_ == BufferKind::kImage; }

  /// Makes sure that `bytes` bytes from `offset` on, which lie inside, are filled. Gives the bytes
  /// that it had to fill.
  std::uint64_t touch(std::uint64_t offset, std::uint64_t bytes) {
    std::uint64_t filled_bytes = 0;
    const std::uint64_t last = (offset + bytes - 1) / block_bytes_;
    for (std::uint64_t block = offset / block_bytes_; block <= last; ++block) {
      if (filled_[block]) continue;
      fill(block);
      filled_bytes += block_bytes_;
    }
    return filled_bytes;
  }

 private:
  void fill(std::uint64_t block);

  BufferArgument description_;
  std::uint32_t argument_;
  BufferKind kind_;
  std::uint64_t block_bytes_;
  std::size_t mapped_bytes_;
  std::byte* data_;
  std::vector<bool> filled_;  // by block
  std::size_t address_;
};

class DeviceBuffers {
 public:
  explicit DeviceBuffers(oclgrind::Memory& memory) : memory_(memory) {}

  /// The address of a new buffer for argument number `argument`.
  std::size_t add(const BufferArgument& description, std::uint32_t argument,
                  BufferKind kind = BufferKind::kArray);

  /// What the interpreter wants for an image argument: where a description of the image lies, which
  /// stays there as long as this object does.
  const oclgrind::Image* add(const ImageArgument& description, std::uint32_t argument);

  /// The buffer that an address lies in, or null.
  DeviceBuffer* find(std::size_t address) {
    const auto found = by_id_.find(memory_.extractBuffer(address));
    return found == by_id_.end() ? nullptr : found->second;
  }
  const std::deque<DeviceBuffer>& all() const { return buffers_; }

 private:
  oclgrind::Memory& memory_;
  std::deque<DeviceBuffer> buffers_;
  std::deque<oclgrind::Image> images_;
  std::unordered_map<std::size_t, DeviceBuffer*> by_id_;
};

}  // namespace lmtune
