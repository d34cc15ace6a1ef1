#include "support/host_buffers.h"

namespace lmtune {

HostBuffers::HostBuffers(const Launch& launch) {
  for (const Argument& argument : launch.arguments) {
    const auto* buffer = std::get_if<BufferArgument>(&argument.value);
    if (buffer == nullptr) continue;
    std::vector<std::byte>& bytes = buffers_[argument.name];
    bytes.resize(buffer_bytes(*buffer));
    fill_buffer(*buffer, bytes);
  }
}

}  // namespace lmtune
