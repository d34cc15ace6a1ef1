// A content hash for identifiers and checksums; not for secrets.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace lmtune {

/// FNV-1a, 64 bits, the same on every machine. Among 90,000 different contents the chance of any
/// two being equal is about 2e-10.
class ContentHash {
 public:
  /// Of all that was added so far and `content`.
  ContentHash& add(std::string_view content);
  /// 16 hexadecimal digits.
  std::string digits() const;

 private:
  std::uint64_t state_ = 0xcbf29ce484222325ULL;
};

/// The digits of the hash of `content` alone.
std::string content_hash(std::string_view content);

}  // namespace lmtune
