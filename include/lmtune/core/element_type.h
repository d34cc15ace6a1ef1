// The types that buffers and scalar arguments of OpenCL kernels are made of.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace lmtune {

enum class ScalarType {
  kChar,
  kUchar,
  kShort,
  kUshort,
  kInt,
  kUint,
  kLong,
  kUlong,
  kFloat,
  kDouble,
};

enum class Packing {
  kVector,  ///< an OpenCL vector type: 3 components take the room of 4
  kStruct,  ///< a struct of equal members, without padding
};

/// A scalar, an OpenCL vector ("float4") or a struct of equal members ("float[6]").
struct ElementType {
  ScalarType scalar = ScalarType::kFloat;
  std::uint32_t components = 1;
  Packing packing = Packing::kVector;

  bool operator==(const ElementType&) const = default;
};

std::uint32_t size_bytes(ScalarType scalar);
std::uint32_t size_bytes(ElementType type);
bool is_floating_point(ScalarType scalar);

/// "float", "uchar4", "float[6]"; nothing if `text` is no such type.
std::optional<ElementType> parse_element_type(std::string_view text);
std::string to_string(ElementType type);

}  // namespace lmtune
