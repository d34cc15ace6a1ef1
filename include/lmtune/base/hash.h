// A content hash for identifiers and checksums; not for secrets.
#pragma once

#include <string>
#include <string_view>

namespace lmtune {

/// 16 hexadecimal digits, the same on every machine (FNV-1a, 64 bits). Among 90,000 different
/// contents the chance of any two being equal is about 2e-10.
std::string content_hash(std::string_view content);

}  // namespace lmtune
