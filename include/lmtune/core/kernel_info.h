// What the kernels of a source look like from outside: their parameters and how they use them.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "lmtune/core/element_type.h"
#include "lmtune/core/launch.h"

namespace lmtune {

enum class ParameterKind {
  kBuffer,    ///< `__global` pointer
  kConstant,  ///< `__constant` pointer; a launch gives it a buffer
  kLocal,     ///< `__local` pointer
  kScalar,    ///< scalar or vector
  kStruct,    ///< struct by value
  kImage,
  kSampler,
  kOther,  ///< pipes, events and queues
};

/// What a parameter's value, or the data in its array, decides when the kernel runs.
struct Steering {
  std::vector<std::uint32_t> arrays;  ///< parameters: which of their elements are accessed
  bool loops = false;                 ///< how often a loop goes round
  bool branches = false;              ///< which way a branch goes

  bool any() const { return !arrays.empty() || loops || branches; }
  bool operator==(const Steering&) const = default;
};

/// A scalar within a struct: "width", "taps[2]", "origin.x".
struct StructMember {
  std::string name;
  ScalarType type = ScalarType::kInt;
  std::uint32_t offset = 0;  ///< bytes

  bool operator==(const StructMember&) const = default;
};

struct KernelParameter {
  std::string name;
  ParameterKind kind = ParameterKind::kScalar;
  std::string type;     ///< as declared, without qualifiers: "real*"
  std::string element;  ///< what the pointer points to, or the value's type, without typedef names:
                        ///< "float", "Body"
  std::uint32_t bytes = 0;  ///< of the element or value; 0 where that says nothing (images …)
  Access access = Access::kRead;  ///< of a buffer, derived from the code and not from `const`

  /// lmtune's type of the same size: exact for scalars, vectors and structs of equal members; a
  /// struct of mixed members as ints or uchars. Absent where there is none (images, half, huge
  /// structs).
  std::optional<ElementType> element_type;

  bool used = true;  ///< false: a pointer that the code neither reads nor writes through

  Steering steering = {};
  std::vector<StructMember> members = {};  ///< of a struct by value
  std::optional<TexelType> texel = {};     ///< of an image that the code reads or writes

  bool operator==(const KernelParameter&) const = default;
};

struct KernelInfo {
  std::string name;
  std::vector<KernelParameter> parameters;
  std::optional<std::array<std::uint64_t, 3>> required_local;  ///< reqd_work_group_size
  std::uint64_t local_bytes = 0;  ///< of local memory that its body declares

  bool operator==(const KernelInfo&) const = default;
};

std::string to_string(ParameterKind kind);

/// Whether the parameter is an array in global memory that the kernel reads and never writes.
bool can_be_target(const KernelParameter& parameter);

/// "__global float4* positions", as messages show it.
std::string to_string(const KernelParameter& parameter);

}  // namespace lmtune
