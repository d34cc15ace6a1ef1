// Bytes as text that JSON can hold: base64 (RFC 4648), with padding.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace lmtune {

std::string to_base64(std::string_view bytes);

/// Nothing where `text` is no base64.
std::optional<std::string> from_base64(std::string_view text);

}  // namespace lmtune
