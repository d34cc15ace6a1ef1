// What the fuzz targets share: an input as a file, and errors that users are told, which are no
// finds.
#pragma once

#include <fmt/format.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string_view>

#include "lmtune/base/error.h"

namespace lmtune {

template <typename Read>
int fuzz_text(const std::uint8_t* data, std::size_t size, const Read& read) {
  try {
    read(std::string_view(reinterpret_cast<const char*>(data), size));
  } catch (const Error&) {
  }
  return 0;
}

/// Calls `read` with a path that leads to the input.
template <typename Read>
int fuzz_file(const std::uint8_t* data, std::size_t size, const Read& read) {
  return fuzz_text(data, size, [&](std::string_view text) {
    static const int descriptor = ::memfd_create("input", 0);
    if (::ftruncate(descriptor, 0) != 0) return;
    if (::pwrite(descriptor, text.data(), text.size(), 0) < 0) return;
    read(std::filesystem::path(fmt::format("/proc/self/fd/{}", descriptor)));
  });
}

}  // namespace lmtune
