// A launch: everything about running a kernel that is fixed only at run time.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "lmtune/core/element_type.h"

namespace lmtune {

/// Whether a kernel reads a buffer, writes it, or both. Written buffers are the results that are
/// compared between the variants.
enum class Access { kRead, kWrite, kReadWrite };

std::string to_string(Access access);

/// What a buffer holds before the launch: component c of element i is drawn uniformly from
/// [low, high) (integers: low..high, both included), plus slope * ((i / divisor) % modulus), then
/// cut to [minimum, maximum]. That covers constants, noise, ramps, offsets into bins and banded
/// indices, and any element can be computed alone, so that device and tracer see the same data.
struct Fill {
  double low = 0.0;
  double high = 1.0;
  double slope = 0.0;
  std::uint64_t divisor = 1;
  std::uint64_t modulus = 0;  ///< 0: no wrap
  double minimum = -std::numeric_limits<double>::infinity();
  double maximum = std::numeric_limits<double>::infinity();
  std::uint64_t seed = 1;

  bool operator==(const Fill&) const = default;
};

/// What a buffer holds where a file says it.
struct BufferData {
  std::string file;   ///< as the user named it
  std::string bytes;  ///< elements of the buffer, one after the other
  std::string hash;   ///< content_hash() of the bytes
};

struct BufferArgument {
  ElementType element;
  std::uint64_t count = 0;  ///< elements
  Access access = Access::kRead;
  Fill fill;
  /// Takes the place of `fill`; elements after its end are zero. Absent in most cases.
  std::shared_ptr<const BufferData> data = nullptr;

  bool operator==(const BufferArgument&) const = default;
};

struct ScalarArgument {
  ElementType element;
  double value = 0.0;  ///< exact for every integer up to 2^53; vectors: the same in each component
  /// Takes the place of `value` where components or members differ: the bytes of the argument.
  std::string bytes = "";

  bool operator==(const ScalarArgument&) const = default;
};

/// A `__local` pointer argument.
struct LocalArgument {
  std::uint64_t bytes = 0;

  bool operator==(const LocalArgument&) const = default;
};

/// What the texels of an image are.
enum class TexelType { kFloat, kInt, kUint };

/// An image of four components a texel, all zero; one that a kernel has beside its arrays. lmtune
/// traces kernels with images, and does not measure them.
struct ImageArgument {
  std::string type;  ///< "image2d_t"
  TexelType texel = TexelType::kFloat;
  std::array<std::uint64_t, 3> size{1, 1, 1};  ///< texels

  bool operator==(const ImageArgument&) const = default;
};

/// A sampler: the nearest texel, coordinates not normalised and clamped to the edge.
struct SamplerArgument {
  bool operator==(const SamplerArgument&) const = default;
};

struct Argument {
  std::string name;
  std::variant<BufferArgument, ScalarArgument, LocalArgument, ImageArgument, SamplerArgument> value;

  bool operator==(const Argument&) const = default;
};

struct Launch {
  std::uint32_t dimensions = 1;                  ///< 1 to 3
  std::array<std::uint64_t, 3> global{1, 1, 1};  ///< work-items
  std::array<std::uint64_t, 3> local{1, 1, 1};   ///< work-items of a work-group
  std::array<std::uint64_t, 3> offset{0, 0, 0};  ///< added to the global ids
  std::vector<Argument> arguments;               ///< in the order of the kernel's parameters

  bool operator==(const Launch&) const = default;
};

std::uint64_t group_items(const Launch& launch);
std::uint64_t group_count(const Launch& launch);
std::uint64_t buffer_bytes(const BufferArgument& buffer);

/// The buffer argument of that name, or null if there is none or it is no buffer.
const BufferArgument* find_buffer(const Launch& launch, std::string_view name);

/// Whether the last work-groups of a launch may be smaller than the others, as OpenCL C 2.0 has it.
enum class SmallerGroups { kRefused, kAllowed };

/// Throws kInput, with both numbers, unless every local size is positive and divides its global
/// size, or is no larger where smaller groups are allowed.
void check_launch(const Launch& launch, const std::string& where,
                  SmallerGroups smaller = SmallerGroups::kRefused);

/// Writes the contents that `buffer.fill` describes into `bytes`, which holds whole elements of the
/// buffer from `first_element` on.
void fill_buffer(const BufferArgument& buffer, std::span<std::byte> bytes,
                 std::uint64_t first_element = 0);

/// The bytes that a scalar argument has in an OpenCL kernel call.
std::vector<std::byte> scalar_bytes(const ScalarArgument& scalar);

}  // namespace lmtune
