#include "lmtune/core/kernel_info.h"

#include <fmt/format.h>

namespace lmtune {

std::string to_string(ParameterKind kind) {
  switch (kind) {
    case ParameterKind::kBuffer:
      return "buffer";
    case ParameterKind::kConstant:
      return "constant";
    case ParameterKind::kLocal:
      return "local";
    case ParameterKind::kScalar:
      return "scalar";
    case ParameterKind::kStruct:
      return "struct";
    case ParameterKind::kImage:
      return "image";
    case ParameterKind::kSampler:
      return "sampler";
    case ParameterKind::kOther:
      return "other";
  }
  return "";
}

bool can_be_target(const KernelParameter& parameter) {
  return parameter.kind == ParameterKind::kBuffer && parameter.access == Access::kRead &&
         parameter.used;
}

std::string to_string(const KernelParameter& parameter) {
  const auto qualifier = [&] {
    switch (parameter.kind) {
      case ParameterKind::kBuffer:
        return "__global ";
      case ParameterKind::kConstant:
        return "__constant ";
      case ParameterKind::kLocal:
        return "__local ";
      default:
        return "";
    }
  };
  return fmt::format("{}{} {}", qualifier(), parameter.type, parameter.name);
}

}  // namespace lmtune
