// The names of OpenCL's built-in functions, which Clang mangles as C++ does.
#pragma once

#include <charconv>
#include <string_view>

namespace lmtune {

/// "vload4" of "_Z6vload4mPU3AS1Kf"; `name` itself where it is not mangled.
inline std::string_view base_name(std::string_view name) {
  if (!name.starts_with("_Z")) return name;
  const std::string_view rest = name.substr(2);
  std::size_t length = 0;
  const auto [end, code] = std::from_chars(rest.data(), rest.data() + rest.size(), length);
  if (code != std::errc()) return name;
  return rest.substr(static_cast<std::size_t>(end - rest.data())).substr(0, length);
}

}  // namespace lmtune
