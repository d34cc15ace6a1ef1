#include "lmtune/base/hash.h"

#include <fmt/format.h>

#include <cstdint>

namespace lmtune {

std::string content_hash(std::string_view content) {
  std::uint64_t hash = 0xcbf29ce484222325ULL;
  for (const char c : content) {
    hash ^= static_cast<unsigned char>(c);
    hash *= 0x100000001b3ULL;
  }
  return fmt::format("{:016x}", hash);
}

}  // namespace lmtune
