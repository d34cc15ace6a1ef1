#include "lmtune/base/hash.h"

#include <fmt/format.h>

namespace lmtune {

ContentHash& ContentHash::add(std::string_view content) {
  for (const char c : content) {
    state_ ^= static_cast<unsigned char>(c);
    state_ *= 0x100000001b3ULL;
  }
  return *this;
}

std::string ContentHash::digits() const { return fmt::format("{:016x}", state_); }

std::string content_hash(std::string_view content) { return ContentHash().add(content).digits(); }

}  // namespace lmtune
