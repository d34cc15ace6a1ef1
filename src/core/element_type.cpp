#include "lmtune/core/element_type.h"

#include <fmt/format.h>

#include <array>
#include <charconv>

namespace lmtune {
namespace {

struct ScalarInfo {
  ScalarType type;
  std::string_view name;
  std::uint32_t bytes;
};

constexpr std::array<ScalarInfo, 10> kScalars{{
    {ScalarType::kChar, "char", 1},
    {ScalarType::kUchar, "uchar", 1},
    {ScalarType::kShort, "short", 2},
    {ScalarType::kUshort, "ushort", 2},
    {ScalarType::kInt, "int", 4},
    {ScalarType::kUint, "uint", 4},
    {ScalarType::kLong, "long", 8},
    {ScalarType::kUlong, "ulong", 8},
    {ScalarType::kFloat, "float", 4},
    {ScalarType::kDouble, "double", 8},
}};

const ScalarInfo& info(ScalarType scalar) { return kScalars[static_cast<std::size_t>(scalar)]; }

std::optional<std::uint32_t> parse_count(std::string_view text) {
  std::uint32_t value = 0;
  const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (code != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

}  // namespace

std::uint32_t size_bytes(ScalarType scalar) { return info(scalar).bytes; }

std::uint32_t size_bytes(ElementType type) {
  const bool padded = type.packing == Packing::kVector && type.components == 3;
  return size_bytes(type.scalar) * (padded ? 4 : type.components);
}

bool is_floating_point(ScalarType scalar) {
  return scalar == ScalarType::kFloat || scalar == ScalarType::kDouble;
}

std::optional<ElementType> parse_element_type(std::string_view text) {
  for (const ScalarInfo& scalar : kScalars) {
    if (!text.starts_with(scalar.name)) continue;
    const std::string_view rest = text.substr(scalar.name.size());
    if (rest.empty()) return ElementType{scalar.type, 1, Packing::kVector};
    if (rest.front() == '[' && rest.back() == ']') {
      const auto members = parse_count(rest.substr(1, rest.size() - 2));
      if (!members || *members == 0 || *members > 64) return std::nullopt;
      return ElementType{scalar.type, *members, Packing::kStruct};
    }
    const auto components = parse_count(rest);
    for (const std::uint32_t allowed : {2u, 3u, 4u, 8u, 16u}) {
      if (components == allowed) return ElementType{scalar.type, allowed, Packing::kVector};
    }
  }
  return std::nullopt;
}

std::string to_string(ElementType type) {
  const std::string_view scalar = info(type.scalar).name;
  if (type.packing == Packing::kStruct) return fmt::format("{}[{}]", scalar, type.components);
  return type.components == 1 ? std::string(scalar) : fmt::format("{}{}", scalar, type.components);
}

}  // namespace lmtune
