// The buffers of a benchmark on the host, by argument name, as they are before or after a launch.
#pragma once

#include <cstddef>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "lmtune/core/benchmark.h"

namespace lmtune {

class HostBuffers {
 public:
  HostBuffers() = default;

  /// All buffers of `launch`, filled as they are before it.
  explicit HostBuffers(const Launch& launch);

  /// The elements of one buffer; T has the size of its scalars.
  template <typename T>
  std::span<T> as(const std::string& name) {
    std::vector<std::byte>& all = buffers_.at(name);
    return {reinterpret_cast<T*>(all.data()), all.size() / sizeof(T)};
  }

  template <typename T>
  std::span<const T> as(const std::string& name) const {
    const std::vector<std::byte>& all = buffers_.at(name);
    return {reinterpret_cast<const T*>(all.data()), all.size() / sizeof(T)};
  }

  std::vector<std::byte>& bytes(const std::string& name) { return buffers_.at(name); }

 private:
  std::map<std::string, std::vector<std::byte>> buffers_;
};

}  // namespace lmtune
