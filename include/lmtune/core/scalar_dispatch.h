// From a ScalarType, known at run time, to code for the C++ type of its values.
#pragma once

#include <cstdint>

#include "lmtune/core/element_type.h"

namespace lmtune {

/// Calls `use` with a value of the C++ type of `scalar`, and gives what it returns.
template <typename Use>
auto with_scalar_type(ScalarType scalar, const Use& use) {
  switch (scalar) {
    case ScalarType::kChar:
      return use(std::int8_t{});
    case ScalarType::kUchar:
      return use(std::uint8_t{});
    case ScalarType::kShort:
      return use(std::int16_t{});
    case ScalarType::kUshort:
      return use(std::uint16_t{});
    case ScalarType::kInt:
      return use(std::int32_t{});
    case ScalarType::kUint:
      return use(std::uint32_t{});
    case ScalarType::kLong:
      return use(std::int64_t{});
    case ScalarType::kUlong:
      return use(std::uint64_t{});
    case ScalarType::kFloat:
      return use(float{});
    case ScalarType::kDouble:
      break;
  }
  return use(double{});
}

}  // namespace lmtune
